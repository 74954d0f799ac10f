package dev.butlerlabs.core.tenant.access;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.tenant.access.TenantAccessGrant.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleRef;
import io.fabric8.kubernetes.api.model.rbac.RoleRefBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.fabric8.kubernetes.api.model.rbac.SubjectBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Manages the grants in a tenant cluster. Only bindings created by this tool are listed and changed. Thread-safe; errors of the API are
 * thrown as {@link ButlerException}.
 */
public final class TenantAccessClient {
    /** The namespace of the service accounts for tokens. */
    public static final String NAMESPACE = "butler-access";

    private static final String MANAGER = "butlerctl";
    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final String MARK = "butler.butlerlabs.dev/access";
    private static final ServerSideApply APPLY = new ServerSideApply(MANAGER, true);

    private final KubernetesClient tenant;

    /** @param tenant connected to the tenant cluster */
    public TenantAccessClient(KubernetesClient tenant) {
        this.tenant = tenant;
    }

    /**
     * Creates a grant; idempotent. If a write fails, the objects created by this call are deleted. The token is requested last: after a
     * crash, an account and its binding can remain without a token. They are listed and revoked like any grant, and a repeated
     * call completes them.
     *
     * @param lifetime the lifetime of the token
     * @return a token, which is a secret, for a grant by token; empty for other kinds
     * @throws ButlerException with NOT_FOUND if the role does not exist
     */
    public Optional<String> grant(TenantAccessGrant grant, Duration lifetime) {
        requireRole(grant.role());
        List<HasMetadata> created = new ArrayList<>();
        try {
            if (grant.kind() == Kind.TOKEN) {
                account(grant.name(), created);
            }
            apply(binding(grant), created);
            return grant.kind() == Kind.TOKEN ? Optional.of(token(grant.name(), lifetime)) : Optional.empty();
        } catch (RuntimeException e) {
            created.reversed().forEach(object -> undo(object, e));
            throw e;
        }
    }

    /** Records a missing object before it is written: a write whose response was lost may have succeeded. */
    private void apply(HasMetadata object, List<HasMetadata> created) {
        boolean missing = KubeErrorMapper.translating(
                "reading %s %s".formatted(object.getKind(), object.getMetadata().getName()),
                () -> tenant.resource(object).get() == null);
        if (missing) {
            created.add(object);
        }
        APPLY.apply(tenant, object);
    }

    private void undo(HasMetadata object, RuntimeException failure) {
        try {
            tenant.resource(object).delete();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private void requireRole(String role) {
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

    private void account(String name, List<HasMetadata> created) {
        APPLY.apply(
                tenant,
                new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(NAMESPACE)
                        .endMetadata()
                        .build());
        apply(
                new ServiceAccountBuilder()
                        .withMetadata(metadata(name, Optional.of(NAMESPACE)))
                        .withAutomountServiceAccountToken(false)
                        .build(),
                created);
    }

    private static HasMetadata binding(TenantAccessGrant grant) {
        ObjectMeta metadata = metadata(grant.bindingName(), grant.within());
        return grant.within().isPresent()
                ? new RoleBindingBuilder()
                        .withMetadata(metadata)
                        .withRoleRef(role(grant))
                        .withSubjects(subject(grant))
                        .build()
                : new ClusterRoleBindingBuilder()
                        .withMetadata(metadata)
                        .withRoleRef(role(grant))
                        .withSubjects(subject(grant))
                        .build();
    }

    private static ObjectMeta metadata(String name, Optional<String> namespace) {
        return new ObjectMetaBuilder()
                .withName(name)
                .withNamespace(namespace.orElse(null))
                .withLabels(Map.of(Labels.MANAGED_BY, MANAGER, MARK, "true"))
                .build();
    }

    private static RoleRef role(TenantAccessGrant grant) {
        return new RoleRefBuilder()
                .withApiGroup(RBAC)
                .withKind("ClusterRole")
                .withName(grant.role())
                .build();
    }

    private static Subject subject(TenantAccessGrant grant) {
        return switch (grant.kind()) {
            case TOKEN ->
                new SubjectBuilder()
                        .withKind("ServiceAccount")
                        .withName(grant.name())
                        .withNamespace(NAMESPACE)
                        .build();
            case USER ->
                new SubjectBuilder()
                        .withApiGroup(RBAC)
                        .withKind("User")
                        .withName(grant.name())
                        .build();
            case GROUP ->
                new SubjectBuilder()
                        .withApiGroup(RBAC)
                        .withKind("Group")
                        .withName(grant.name())
                        .build();
        };
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

    /** Lists all grants, ordered by name. */
    public List<TenantAccessGrant> list() {
        return Stream.concat(everywhere(), somewhere())
                .sorted(Comparator.comparing(TenantAccessGrant::name)
                        .thenComparing(TenantAccessGrant::role)
                        .thenComparing(grant -> grant.within().orElse("")))
                .toList();
    }

    private Stream<TenantAccessGrant> everywhere() {
        return KubeErrorMapper.translating(
                        "listing ClusterRoleBindings",
                        () -> tenant.rbac()
                                .clusterRoleBindings()
                                .withLabel(MARK)
                                .list()
                                .getItems())
                .stream()
                .flatMap(binding -> binding.getSubjects().stream()
                        .map(subject -> grant(subject, binding.getRoleRef(), Optional.empty())));
    }

    private Stream<TenantAccessGrant> somewhere() {
        return KubeErrorMapper.translating(
                        "listing RoleBindings",
                        () -> tenant.rbac()
                                .roleBindings()
                                .inAnyNamespace()
                                .withLabel(MARK)
                                .list()
                                .getItems())
                .stream()
                .flatMap(binding -> binding.getSubjects().stream()
                        .map(subject -> grant(
                                subject,
                                binding.getRoleRef(),
                                Optional.of(binding.getMetadata().getNamespace()))));
    }

    private static TenantAccessGrant grant(Subject subject, RoleRef role, Optional<String> within) {
        Kind kind = switch (subject.getKind()) {
            case "ServiceAccount" -> Kind.TOKEN;
            case "Group" -> Kind.GROUP;
            default -> Kind.USER;
        };
        return new TenantAccessGrant(kind, subject.getName(), role.getName(), within);
    }

    /**
     * Deletes all grants of a subject, or those of one role. Its tokens become invalid with the last grant by token.
     *
     * @return the deleted grants
     */
    public List<TenantAccessGrant> revoke(String name, Optional<String> role) {
        List<TenantAccessGrant> own =
                list().stream().filter(grant -> grant.name().equals(name)).toList();
        List<TenantAccessGrant> ended = own.stream()
                .filter(grant -> role.isEmpty() || role.get().equals(grant.role()))
                .toList();
        ended.forEach(this::unbind);
        boolean tokenLeft = own.stream().anyMatch(grant -> grant.kind() == Kind.TOKEN && !ended.contains(grant));
        if (!tokenLeft && ended.stream().anyMatch(grant -> grant.kind() == Kind.TOKEN)) {
            KubeErrorMapper.translating(
                    "deleting the service account of " + name,
                    () -> tenant.serviceAccounts()
                            .inNamespace(NAMESPACE)
                            .withName(name)
                            .delete());
        }
        return ended;
    }

    private void unbind(TenantAccessGrant grant) {
        KubeErrorMapper.translating(
                "deleting the grant of " + grant.name(),
                () -> tenant.resource(binding(grant)).delete());
    }
}
