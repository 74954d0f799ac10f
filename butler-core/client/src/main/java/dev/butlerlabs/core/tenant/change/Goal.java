package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.progress.CountText;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A state of a tenant cluster to wait for. Immutable.
 *
 * @param what completes "waiting until …"
 * @param standing evaluates the current state; the cluster may be absent
 */
public record Goal(String what, Function<Optional<TenantCluster>, Standing> standing) {
    public Goal {
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(standing, "standing");
    }

    /** The cluster is ready with its current spec. */
    public static Goal ready() {
        return new Goal("it is ready", seen -> present(seen, cluster -> ready(cluster)));
    }

    /** The cluster is ready with a number of workers. */
    public static Goal workers(int wanted) {
        return new Goal(
                CountText.are(wanted, "worker") + " ready",
                seen -> present(seen, cluster -> {
                    Standing ready = ready(cluster);
                    int counted = TenantFacts.readyWorkers(cluster);
                    return ready instanceof Standing.Reached && counted != wanted
                            ? new Standing.Waiting("%d/%d workers ready".formatted(counted, wanted))
                            : ready;
                }));
    }

    /** The cluster is ready and runs a Kubernetes version. */
    public static Goal version(String wanted) {
        return new Goal(
                "it runs Kubernetes " + wanted,
                seen -> present(seen, cluster -> {
                    Standing ready = ready(cluster);
                    Optional<String> runs = TenantFacts.runningVersion(cluster);
                    return ready instanceof Standing.Reached && !runs.equals(Optional.of(wanted))
                            ? new Standing.Waiting("it runs Kubernetes " + runs.orElse("with an unknown version"))
                            : ready;
                }));
    }

    /** The cluster is deleted. */
    public static Goal gone() {
        return new Goal("it is deleted", seen -> seen.map(Goal::leaving).orElseGet(Standing.Reached::new));
    }

    private static Standing present(Optional<TenantCluster> seen, Function<TenantCluster, Standing> standing) {
        return seen.map(standing).orElseGet(() -> new Standing.Failed("it no longer exists"));
    }

    private static Standing ready(TenantCluster cluster) {
        if (cluster.getMetadata().getDeletionTimestamp() != null) {
            return new Standing.Failed("it is being deleted");
        }
        Optional<TenantClusterStatus> status = Optional.ofNullable(cluster.getStatus());
        if (status.isEmpty() || !isCurrent(cluster, status.get())) {
            return new Standing.Waiting("waiting for a controller to process the change");
        }
        if (TenantFacts.isPaused(cluster)) {
            return new Standing.Failed("it is paused; resume it with 'butlerctl cluster resume'");
        }
        return switch (Optional.ofNullable(status.get().phase()).orElse(Phase.PENDING)) {
            case READY -> new Standing.Reached();
            case FAILED -> new Standing.Failed(holdup(status.get()).orElse("the controller reported no reason"));
            case PENDING, PROVISIONING, INSTALLING, UPDATING, DELETING ->
                new Standing.Waiting(
                        holdup(status.get()).orElseGet(() -> "its phase is " + TenantFacts.phase(cluster)));
        };
    }

    private static boolean isCurrent(TenantCluster cluster, TenantClusterStatus status) {
        Long generation = cluster.getMetadata().getGeneration();
        return generation == null || status.observedGeneration() == null || status.observedGeneration() >= generation;
    }

    /** Returns the first condition that blocks progress. Ready is used only if no other condition does, since it repeats their reason. */
    static Optional<String> holdup(TenantClusterStatus status) {
        List<Condition> open =
                status.conditions().stream().filter(Goal::isBlocking).toList();
        return open.stream()
                .filter(condition -> !ConditionTypes.READY.equals(condition.getType()))
                .findFirst()
                .or(() -> open.stream().findFirst())
                .map(TenantFacts::sentence);
    }

    /** Degraded has negative polarity, and Progressing only reports that work continues. */
    private static boolean isBlocking(Condition condition) {
        boolean holds = "True".equals(condition.getStatus());
        return switch (condition.getType()) {
            case ConditionTypes.PROGRESSING -> false;
            case ConditionTypes.DEGRADED -> holds;
            default -> !holds;
        };
    }

    private static Standing leaving(TenantCluster cluster) {
        if (cluster.getMetadata().getDeletionTimestamp() == null) {
            return new Standing.Waiting("its deletion was not requested");
        }
        String finalizers = String.join(", ", cluster.getFinalizers());
        return new Standing.Waiting(Optional.ofNullable(cluster.getStatus())
                .filter(status -> status.phase() == Phase.DELETING)
                .flatMap(Goal::holdup)
                .orElse("waiting for finalizers: " + (finalizers.isEmpty() ? "none" : finalizers)));
    }
}
