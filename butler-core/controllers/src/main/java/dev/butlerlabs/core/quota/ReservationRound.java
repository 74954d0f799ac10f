package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec;
import dev.butlerlabs.core.quota.ReservationLedger.Stored;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One attempt to change the reservations of a team: decides on the ledger and the clusters as they were read, in memory. Not thread-safe.
 */
final class ReservationRound {
    private static final Comparator<TenantCluster> CREATION = Comparator.comparing(
                    (TenantCluster cluster) -> text(cluster.getMetadata().getCreationTimestamp()))
            .thenComparing(cluster -> text(cluster.getMetadata().getUid()));

    private final ClusterRules rules;
    private final ClusterProviderReader providers;
    private final List<TenantCluster> clusters;
    private final Instant now;
    private final Map<Reference, Optional<ProviderConfig>> known = new HashMap<>();
    private ReservationLedger ledger;

    /**
     * @param rules the rules of the namespace, which has a team
     * @param clusters all clusters of the namespace, listed after the ledger was read
     */
    ReservationRound(ClusterRules rules, ClusterProviderReader providers, List<TenantCluster> clusters, Instant now) {
        this.rules = rules;
        this.providers = providers;
        this.clusters = List.copyOf(clusters);
        this.now = now;
        this.ledger = ReservationLedger.EMPTY;
    }

    /** Starts from a ledger that was read, compared with the clusters. */
    ReservationRound from(ReservationLedger read) {
        ledger = read.reconciled(stored(), now);
        return this;
    }

    ReservationLedger ledger() {
        return ledger;
    }

    private List<Stored> stored() {
        return clusters.stream()
                .map(cluster -> StoredClusterReader.read(cluster, this::request))
                .toList();
    }

    ClusterRequest request(TenantCluster cluster) {
        return ClusterRequest.of(cluster, rules.limits(), provider(cluster));
    }

    /** Clusters of a namespace with the same references use the same ProviderConfig. */
    private record Reference(Optional<ObjectReference> provider, Optional<LocalReference> team) {
        private static Reference of(TenantClusterSpec spec) {
            return new Reference(Optional.ofNullable(spec.providerConfigRef()), Optional.ofNullable(spec.teamRef()));
        }
    }

    private Optional<ProviderConfig> provider(TenantCluster cluster) {
        return known.computeIfAbsent(
                Reference.of(cluster.getSpec()), _ -> providers.read(cluster).config());
    }

    private ClusterRules rules(TenantCluster cluster) {
        return rules.with(provider(cluster));
    }

    /** Uses a ProviderConfig that was read already. */
    ReservationRound using(TenantCluster cluster, Optional<ProviderConfig> provider) {
        known.put(Reference.of(cluster.getSpec()), provider);
        return this;
    }

    /**
     * Reserves for all clusters that fit, in the order of their creation. One that does not fit is skipped.
     *
     * @return the problems of each cluster; none if it has its reservation
     */
    Map<ClusterVersion, List<ClusterProblem>> reserveInOrder() {
        Map<ClusterVersion, List<ClusterProblem>> results = new HashMap<>();
        clusters.stream()
                .filter(cluster -> StoredClusterReader.isReadable(cluster) && !cluster.isMarkedForDeletion())
                .sorted(CREATION)
                .forEach(cluster -> results.put(ClusterVersion.of(cluster), reserve(cluster)));
        return results;
    }

    private List<ClusterProblem> reserve(TenantCluster cluster) {
        ClusterRequest request = request(cluster);
        Optional<Reservation> entry = ledger.find(request);
        Optional<ClusterRequest> before = entry.map(Reservation::request);
        ClusterRequest after = before.map(request::changing).orElse(request);
        boolean isPending = entry.filter(found -> found.isPending(now)).isPresent();
        if (before.filter(after::equals).isPresent() || (isPending && !after.isRaiseOf(before.orElseThrow()))) {
            return List.of();
        }
        List<ClusterProblem> problems = rules(cluster).check(before, after, ledger.others(after));
        if (problems.isEmpty()) {
            ledger = ledger.with(isPending ? pending(entry.get(), after) : Reservation.confirmed(after));
        }
        return problems;
    }

    private static Reservation pending(Reservation entry, ClusterRequest after) {
        TeamUsage usage = after.usage().max(entry.request().usage());
        return new Reservation(after.withUsage(usage), entry.pendingUntil());
    }

    /** A version of the spec of a cluster. */
    record ClusterVersion(String uid, long generation, Map<String, String> labels) {
        ClusterVersion {
            labels = Map.copyOf(labels);
        }

        static ClusterVersion of(TenantCluster cluster) {
            return new ClusterVersion(
                    text(cluster.getMetadata().getUid()),
                    Objects.requireNonNullElse(cluster.getMetadata().getGeneration(), 0L),
                    Objects.requireNonNullElse(cluster.getMetadata().getLabels(), Map.of()));
        }
    }

    /**
     * Reserves for a change that is not stored yet.
     *
     * @param after what the change requests
     * @param until until when the change may be stored
     * @return the problems; if there are none, the ledger contains the reservation
     */
    List<ClusterProblem> reserveChange(TenantCluster cluster, ClusterRequest after, Instant until) {
        Optional<ClusterRequest> before = ledger.find(after).map(Reservation::request);
        List<ClusterProblem> problems = rules(cluster).check(before, after, ledger.others(after));
        if (problems.isEmpty()) {
            TeamUsage usage =
                    before.map(found -> after.usage().max(found.usage())).orElse(after.usage());
            ledger = ledger.with(Reservation.pending(after.withUsage(usage), until));
        }
        return problems;
    }

    private static String text(String value) {
        return Objects.requireNonNullElse(value, "");
    }
}
