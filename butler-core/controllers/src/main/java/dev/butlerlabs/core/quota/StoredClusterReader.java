package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.Workers;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.kube.UndecodableObject;
import dev.butlerlabs.core.quota.ReservationLedger.Stored;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Classifies stored tenant clusters by their status, which only the controllers can write. Pure functions. */
final class StoredClusterReader {
    private StoredClusterReader() {}

    /** @param requests returns the request of a cluster that can be decoded */
    static Stored read(TenantCluster cluster, Function<TenantCluster, ClusterRequest> requests) {
        if (!isReadable(cluster)) {
            return new Stored.Unreadable(nameOnly(cluster));
        }
        if (cluster.isMarkedForDeletion()) {
            return new Stored.Deleting(requests.apply(cluster));
        }
        if (isAdmitted(cluster)) {
            return new Stored.Running(requests.apply(cluster));
        }
        return isRunning(cluster)
                ? new Stored.Running(requests.apply(asObserved(cluster)))
                : new Stored.New(requests.apply(cluster));
    }

    /** Returns whether a cluster can be decoded and has a spec, which the API server does not require. */
    static boolean isReadable(TenantCluster cluster) {
        return UndecodableObject.of(cluster).isEmpty()
                && cluster.getSpec() != null
                && cluster.getSpec().workers() != null;
    }

    /** Returns whether resources were created for the cluster. */
    static boolean isRunning(TenantCluster cluster) {
        return ConditionEditor.isTrue(conditions(cluster), ConditionTypes.NAMESPACE_READY);
    }

    private static ClusterRequest nameOnly(TenantCluster cluster) {
        return new ClusterRequest(
                cluster.getMetadata().getName(),
                Optional.ofNullable(cluster.getMetadata().getUid()),
                TeamUsage.NONE.withClusters(1),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Map.of());
    }

    /** Returns whether the current spec was admitted. */
    static boolean isAdmitted(TenantCluster cluster) {
        return ConditionEditor.find(conditions(cluster), ConditionTypes.QUOTA_SATISFIED)
                .filter(condition -> ConditionEditor.TRUE.equals(condition.getStatus()))
                .map(Condition::getObservedGeneration)
                .filter(generation ->
                        Objects.equals(generation, cluster.getMetadata().getGeneration()))
                .isPresent();
    }

    /** Returns the cluster with the number of workers it has: it runs with those, and the current number was not admitted yet. */
    private static TenantCluster asObserved(TenantCluster cluster) {
        Workers wanted = cluster.getSpec().workers();
        int workers = Optional.ofNullable(cluster.getStatus().observedState())
                .map(TenantClusterStatus.ObservedState::workers)
                .map(TenantClusterStatus.ObservedWorkers::desired)
                .map(desired -> Math.min(desired, wanted.replicas()))
                .orElse(wanted.replicas());
        TenantCluster observed = new TenantCluster();
        observed.setMetadata(cluster.getMetadata());
        observed.setSpec(TenantClusterSpecBuilder.builder(cluster.getSpec())
                .workers(new Workers(workers, wanted.machineTemplate()))
                .build());
        return observed;
    }

    private static List<Condition> conditions(TenantCluster cluster) {
        return Optional.ofNullable(cluster.getStatus())
                .map(TenantClusterStatus::conditions)
                .orElse(List.of());
    }
}
