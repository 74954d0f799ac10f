package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.ObjectName;
import java.util.Optional;

/** Decides which tenant clusters can be hibernated and woken. Pure functions. */
public final class HibernationRules {
    private HibernationRules() {}

    /**
     * Verifies that a cluster can be hibernated.
     *
     * @throws ButlerException with CONFLICT if it is being deleted, paused, failed, upgraded, or was never ready
     */
    public static void requireHibernatable(TenantCluster cluster) {
        refuse(cluster, "hibernated", stopped(cluster).or(() -> unready(cluster)));
    }

    /**
     * Verifies that a cluster can be woken. A failed cluster can: its spec may be fixed meanwhile.
     *
     * @throws ButlerException with CONFLICT if it is being deleted or paused
     */
    public static void requireWakeable(TenantCluster cluster) {
        refuse(cluster, "woken", stopped(cluster));
    }

    /**
     * Verifies that a cluster is awake, for changes that need its control plane.
     *
     * @throws ButlerException with CONFLICT if it is hibernated
     */
    public static void requireAwake(TenantCluster cluster, String verb) {
        refuse(
                cluster,
                verb,
                HibernationAnnotation.since(cluster)
                        .map(time -> new Refusal(
                                "it is hibernated since " + time,
                                "Run 'butlerctl cluster wake %s' first.".formatted(name(cluster)))));
    }

    private record Refusal(String reason, String hint) {}

    private static void refuse(TenantCluster cluster, String verb, Optional<Refusal> refusal) {
        refusal.ifPresent(found -> {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "TenantCluster %s cannot be %s: %s.".formatted(ObjectName.from(cluster), verb, found.reason()),
                    found.hint());
        });
    }

    private static Optional<Refusal> stopped(TenantCluster cluster) {
        if (cluster.isMarkedForDeletion()) {
            return Optional.of(new Refusal("it is being deleted", "Nothing was changed."));
        }
        return TenantSummary.isPaused(cluster)
                ? Optional.of(new Refusal(
                        "its reconciliation is paused",
                        "Run 'butlerctl cluster resume %s' first.".formatted(name(cluster))))
                : Optional.empty();
    }

    private static Optional<Refusal> unready(TenantCluster cluster) {
        Optional<TenantClusterStatus> status = Optional.ofNullable(cluster.getStatus());
        if (status.map(TenantClusterStatus::phase).filter(Phase.FAILED::equals).isPresent()) {
            String reason = status.flatMap(TenantWaitGoal::holdup).orElse("the controller reported no reason");
            return Optional.of(new Refusal("it has failed (%s)".formatted(reason), describe(cluster)));
        }
        Optional<String> running = TenantSummary.runningVersion(cluster);
        if (running.isEmpty()) {
            return Optional.of(new Refusal(
                    "it has not been ready yet",
                    "Run 'butlerctl cluster watch %s' to wait for it.".formatted(name(cluster))));
        }
        return running.get().equals(cluster.getSpec().kubernetesVersion())
                ? Optional.empty()
                : Optional.of(new Refusal(
                        "its upgrade from %s to %s is in progress"
                                .formatted(running.get(), cluster.getSpec().kubernetesVersion()),
                        "Run 'butlerctl cluster watch %s' to wait for it.".formatted(name(cluster))));
    }

    private static String describe(TenantCluster cluster) {
        return "Run 'butlerctl cluster describe %s' for details.".formatted(name(cluster));
    }

    private static String name(TenantCluster cluster) {
        return cluster.getMetadata().getName();
    }
}
