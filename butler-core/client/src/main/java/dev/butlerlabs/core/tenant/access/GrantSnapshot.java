package dev.butlerlabs.core.tenant.access;

import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.tenant.access.TenantAccessGrant.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The grants of a tenant cluster at one time. Immutable.
 *
 * @param bindings the bindings with what they grant
 * @param accounts the accounts of grants by token
 */
record GrantSnapshot(List<Binding> bindings, List<ServiceAccount> accounts) {
    /** A binding as stored. */
    record Binding(HasMetadata object, TenantAccessEntry entry) {
        boolean isOf(String account) {
            return entry.grant().kind() == Kind.TOKEN && entry.grant().name().equals(account);
        }
    }

    GrantSnapshot {
        bindings = List.copyOf(bindings);
        accounts = List.copyOf(accounts);
    }

    static GrantSnapshot read(KubernetesClient tenant) {
        return new GrantSnapshot(
                Stream.concat(clusterWide(tenant), namespaced(tenant)).toList(), accounts(tenant));
    }

    private static Stream<Binding> clusterWide(KubernetesClient tenant) {
        return KubeErrorMapper.translating(
                        "listing ClusterRoleBindings",
                        () -> tenant.rbac()
                                .clusterRoleBindings()
                                .withLabel(GrantObjects.MARK)
                                .list()
                                .getItems())
                .stream()
                .flatMap(binding -> GrantObjects.entries(binding).map(entry -> new Binding(binding, entry)));
    }

    private static Stream<Binding> namespaced(KubernetesClient tenant) {
        return KubeErrorMapper.translating(
                        "listing RoleBindings",
                        () -> tenant.rbac()
                                .roleBindings()
                                .inAnyNamespace()
                                .withLabel(GrantObjects.MARK)
                                .list()
                                .getItems())
                .stream()
                .flatMap(binding -> GrantObjects.entries(binding).map(entry -> new Binding(binding, entry)));
    }

    private static List<ServiceAccount> accounts(KubernetesClient tenant) {
        return KubeErrorMapper.translating(
                "listing ServiceAccounts",
                () -> tenant.serviceAccounts()
                        .inNamespace(TenantAccessClient.NAMESPACE)
                        .withLabel(GrantObjects.MARK)
                        .list()
                        .getItems());
    }

    /** Returns the grants and the accounts without a role, ordered by name. */
    List<TenantAccessEntry> entries() {
        return Stream.concat(
                        bindings.stream().map(Binding::entry),
                        accounts.stream()
                                .filter(account -> bindings.stream()
                                        .noneMatch(binding -> binding.isOf(
                                                account.getMetadata().getName())))
                                .map(GrantObjects::unbound))
                .sorted(Comparator.comparing(
                                (TenantAccessEntry entry) -> entry.grant().name())
                        .thenComparing(entry -> entry.grant().role())
                        .thenComparing(entry -> entry.grant().within().orElse("")))
                .toList();
    }

    List<Binding> expired(Instant now) {
        return bindings.stream()
                .filter(binding -> binding.entry().isExpired(now))
                .toList();
    }

    /** Returns the accounts that end with the given bindings or by themselves: those whose other bindings do not need them. */
    List<ServiceAccount> endingWith(List<Binding> ended, Instant now) {
        return accounts.stream()
                .filter(account -> {
                    String name = account.getMetadata().getName();
                    boolean needed =
                            bindings.stream().anyMatch(binding -> binding.isOf(name) && !ended.contains(binding));
                    boolean ends = ended.stream().anyMatch(binding -> binding.isOf(name))
                            || GrantObjects.until(account)
                                    .filter(end -> !end.isAfter(now))
                                    .isPresent();
                    return ends && !needed;
                })
                .toList();
    }

    /**
     * Returns when the account of a grant ends: with the last of its grants.
     *
     * @return empty if one of its grants has no end
     */
    Optional<Instant> accountEnd(TenantAccessGrant grant, Optional<Instant> until) {
        List<Optional<Instant>> ends = Stream.concat(
                        Stream.of(until),
                        bindings.stream()
                                .filter(binding -> binding.isOf(grant.name())
                                        && !binding.entry().grant().equals(grant))
                                .map(binding -> binding.entry().until()))
                .toList();
        return ends.stream().anyMatch(Optional::isEmpty)
                ? Optional.empty()
                : ends.stream().flatMap(Optional::stream).max(Comparator.naturalOrder());
    }

    /** Returns the ends that are still to come. */
    List<Instant> endsAfter(Instant now) {
        return Stream.concat(
                        bindings.stream().map(Binding::object).map(GrantObjects::until),
                        accounts.stream().map(GrantObjects::until))
                .flatMap(Optional::stream)
                .filter(end -> end.isAfter(now))
                .distinct()
                .toList();
    }
}
