package dev.butlerlabs.core.tenant.access;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.tenant.access.TenantAccessGrant.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Manages the grants in a tenant cluster. Only bindings created by this tool are listed and changed. Thread-safe; errors of the API are
 * thrown as {@link ButlerException}.
 */
public final class TenantAccessClient {
    /** The namespace of the service accounts for tokens. */
    public static final String NAMESPACE = "butler-access";

    static final String MANAGER = "butlerctl";

    private static final ServerSideApply APPLY = new ServerSideApply(MANAGER, true);

    private final KubernetesClient tenant;

    /** @param tenant connected to the tenant cluster */
    public TenantAccessClient(KubernetesClient tenant) {
        this.tenant = tenant;
    }

    /**
     * Creates a grant or changes its end; idempotent. If a write fails, the previous state is restored. The token is requested last: after
     * a crash, an account can remain without its binding, or both without a token. They are listed and revoked like any grant, they end
     * at the same time, and a repeated call completes them.
     *
     * @param terms the end is recorded on every object of the grant for {@link #deleteExpired}
     * @param tokenLifetime the lifetime of the token, at least 10 minutes; the token also ends with its account
     * @return a token, which is a secret, for a grant by token; empty for other kinds
     * @throws ButlerException with NOT_FOUND if the role does not exist
     */
    Optional<String> grant(TenantAccessGrant grant, GrantTerms terms, Duration tokenLifetime) {
        requireRole(grant.role());
        List<Change> changes = new ArrayList<>();
        try {
            if (grant.kind() == Kind.TOKEN) {
                ensureNamespace();
                Optional<Instant> end = GrantSnapshot.read(tenant).accountEnd(grant, terms.until());
                apply(
                        GrantObjects.account(grant.name(), end),
                        before -> GrantObjects.account(grant.name(), before.until()),
                        changes);
            }
            apply(GrantObjects.binding(grant, terms), before -> GrantObjects.binding(grant, before), changes);
            return grant.kind() == Kind.TOKEN ? Optional.of(token(grant.name(), tokenLifetime)) : Optional.empty();
        } catch (RuntimeException e) {
            changes.reversed().forEach(change -> undo(change, e));
            throw e;
        }
    }

    private void ensureNamespace() {
        boolean missing = KubeErrorMapper.translating(
                "reading Namespace " + NAMESPACE,
                () -> tenant.namespaces().withName(NAMESPACE).get() == null);
        if (missing) {
            APPLY.apply(tenant, GrantObjects.namespace());
        }
    }

    /**
     * A write that can be undone.
     *
     * @param before the object to restore; empty if it did not exist
     */
    private record Change(HasMetadata object, Optional<HasMetadata> before) {}

    private interface Renderer {
        HasMetadata render(GrantTerms terms);
    }

    /** Records the object before it is written: a write whose response was lost may have succeeded. */
    private void apply(HasMetadata object, Renderer renderer, List<Change> changes) {
        Optional<HasMetadata> present = KubeErrorMapper.translating(
                "reading " + ObjectName.of(object),
                () -> Optional.ofNullable(tenant.resource(object).get()));
        changes.add(new Change(object, present.map(GrantObjects::terms).map(renderer::render)));
        APPLY.apply(tenant, object);
    }

    private void undo(Change change, RuntimeException failure) {
        try {
            if (change.before().isPresent()) {
                APPLY.apply(tenant, change.before().get());
            } else {
                tenant.resource(change.object()).delete();
            }
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    void requireRole(String role) {
        boolean there = KubeErrorMapper.translating(
                "reading ClusterRole " + role,
                () -> tenant.rbac().clusterRoles().withName(role).get() != null);
        if (!there) {
            throw new ButlerException(
                    ErrorCode.NOT_FOUND,
                    "ClusterRole %s not found in the cluster.".formatted(role),
                    "The default roles are view, edit, admin and cluster-admin.");
        }
    }

    private String token(String name, Duration lifetime) {
        TokenRequest request = new TokenRequestBuilder()
                .withNewSpec()
                .withExpirationSeconds(lifetime.toSeconds())
                .endSpec()
                .build();
        return KubeErrorMapper.translating(
                "requesting a token for " + name,
                () -> tenant.serviceAccounts()
                        .inNamespace(NAMESPACE)
                        .withName(name)
                        .tokenRequest(request)
                        .getStatus()
                        .getToken());
    }

    /** Lists all grants, ordered by name, and the accounts that an interrupted command left without a role. */
    public List<TenantAccessEntry> list() {
        return GrantSnapshot.read(tenant).entries();
    }

    /**
     * Deletes all grants of a subject, or those of one role. Its tokens become invalid with the last grant by token. Idempotent.
     *
     * @return the deleted grants
     */
    public List<TenantAccessEntry> revoke(String name, Optional<String> role) {
        GrantSnapshot snapshot = GrantSnapshot.read(tenant);
        List<TenantAccessEntry> ended = snapshot.entries().stream()
                .filter(entry -> entry.grant().name().equals(name))
                .filter(entry ->
                        role.isEmpty() || role.get().equals(entry.grant().role()))
                .toList();
        List<GrantSnapshot.Binding> bindings = snapshot.bindings().stream()
                .filter(binding -> ended.contains(binding.entry()))
                .toList();
        bindings.forEach(binding -> delete(binding.object()));
        boolean needed =
                snapshot.bindings().stream().anyMatch(binding -> binding.isOf(name) && !bindings.contains(binding));
        if (!needed && ended.stream().anyMatch(entry -> entry.grant().kind() == Kind.TOKEN)) {
            delete(GrantObjects.account(name, Optional.empty()));
        }
        return ended;
    }

    private void delete(HasMetadata object) {
        KubeErrorMapper.translating(
                "deleting " + ObjectName.of(object),
                () -> tenant.resource(object).delete());
    }

    /**
     * The result of a check for expired grants.
     *
     * @param ended the deleted grants
     * @param next the ends of the remaining grants
     */
    public record ExpiryResult(List<TenantAccessEntry> ended, List<Instant> next) {
        public ExpiryResult {
            ended = List.copyOf(ended);
            next = List.copyOf(next);
        }
    }

    /**
     * Deletes the grants whose time has passed, with their accounts and thereby their tokens. A grant that is renewed at the same time is
     * kept. Idempotent.
     */
    public ExpiryResult deleteExpired(Instant now) {
        GrantSnapshot snapshot = GrantSnapshot.read(tenant);
        List<GrantSnapshot.Binding> expired = snapshot.expired(now);
        List<GrantSnapshot.Binding> ended = expired.stream()
                .filter(binding -> deleteUnchanged(binding.object()))
                .toList();
        snapshot.endingWith(ended, now).forEach(this::deleteUnchanged);
        return new ExpiryResult(ended.stream().map(GrantSnapshot.Binding::entry).toList(), snapshot.endsAfter(now));
    }

    /** Returns whether the object is deleted; false if it was changed since it was read. */
    private boolean deleteUnchanged(HasMetadata object) {
        return KubeErrorMapper.translating("deleting " + ObjectName.of(object), () -> {
            try {
                tenant.resource(object)
                        .lockResourceVersion(object.getMetadata().getResourceVersion())
                        .delete();
                return true;
            } catch (RuntimeException e) {
                if (KubeErrorMapper.isConflict(e)) {
                    return false;
                }
                throw e;
            }
        });
    }
}
