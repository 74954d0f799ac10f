package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.ClusterCreationPolicy;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamStatus;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.quota.ClusterReservations;
import dev.butlerlabs.core.reconcile.SpecChanges;
import dev.butlerlabs.core.reconcile.Watch;
import dev.butlerlabs.core.reconcile.WatchedObjectCache;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The tenant clusters that wait for room within the limits of their team, and the watches that reconcile them when there may be some: when a
 * cluster of the namespace shrinks or is deleted, or the Team or a policy changes. Thread-safe.
 */
final class QuotaWaitIndex {
    private final Set<ObjectName> waiting = ConcurrentHashMap.newKeySet();
    private final SpecChanges clusters = new SpecChanges();
    private final SpecChanges teams = new SpecChanges();
    private final SpecChanges policies = new SpecChanges();
    private final ClusterReservations reservations;
    private final WatchedObjectCache<ClusterCreationPolicy> observedPolicies;

    /** @param observedPolicies receives the watched policies */
    QuotaWaitIndex(ClusterReservations reservations, WatchedObjectCache<ClusterCreationPolicy> observedPolicies) {
        this.reservations = reservations;
        this.observedPolicies = observedPolicies;
    }

    void add(ObjectName cluster) {
        waiting.add(cluster);
    }

    void remove(ObjectName cluster) {
        waiting.remove(cluster);
    }

    /** Forgets a cluster that is being deleted. */
    void register(TenantCluster cluster) {
        if (cluster.isMarkedForDeletion()) {
            waiting.remove(ObjectName.from(cluster));
            reservations.forget(cluster);
        }
    }

    List<Watch<?>> watches() {
        return List.of(
                new Watch<>(TenantCluster.class, Optional.empty(), this::waitingFor),
                new Watch<>(Team.class, Optional.empty(), this::waitingFor),
                new Watch<>(ClusterCreationPolicy.class, Optional.empty(), this::waitingFor).into(observedPolicies));
    }

    /**
     * New clusters and status updates free nothing. The last event of a deletion looks like those before, so that all of them count.
     */
    Set<ObjectName> waitingFor(TenantCluster cluster) {
        boolean isNew = Objects.equals(cluster.getMetadata().getGeneration(), 1L);
        boolean isChange = clusters.isChange(cluster) && !isNew;
        return isChange || cluster.isMarkedForDeletion()
                ? in(cluster.getMetadata().getNamespace())
                : Set.of();
    }

    Set<ObjectName> waitingFor(Team team) {
        if (!teams.isChange(team)) {
            return Set.of();
        }
        reservations.forgetTeams();
        return in(Optional.ofNullable(team.getStatus())
                .map(TeamStatus::namespace)
                .orElse(team.getMetadata().getName()));
    }

    Set<ObjectName> waitingFor(ClusterCreationPolicy policy) {
        return policies.isChange(policy) ? Set.copyOf(waiting) : Set.of();
    }

    private Set<ObjectName> in(String namespace) {
        return waiting.stream()
                .filter(cluster -> cluster.namespace().equals(Optional.of(namespace)))
                .collect(Collectors.toUnmodifiableSet());
    }
}
