package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.progress.CountFormatter;
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
public record TenantWaitGoal(String what, Function<Optional<TenantCluster>, TenantWaitProgress> standing) {
    public TenantWaitGoal {
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(standing, "standing");
    }

    /** The cluster is ready with its current spec. */
    public static TenantWaitGoal ready() {
        return new TenantWaitGoal("it is ready", seen -> present(seen, cluster -> ready(cluster)));
    }

    /** The cluster is ready with a number of workers. */
    public static TenantWaitGoal workers(int wanted) {
        return new TenantWaitGoal(
                CountFormatter.are(wanted, "worker") + " ready",
                seen -> present(seen, cluster -> {
                    TenantWaitProgress ready = ready(cluster);
                    int counted = TenantSummary.readyWorkers(cluster);
                    return ready instanceof TenantWaitProgress.Reached && counted != wanted
                            ? new TenantWaitProgress.Waiting("%d/%d workers ready".formatted(counted, wanted))
                            : ready;
                }));
    }

    /** The cluster is ready and runs a Kubernetes version. */
    public static TenantWaitGoal version(String wanted) {
        return new TenantWaitGoal(
                "it runs Kubernetes " + wanted,
                seen -> present(seen, cluster -> {
                    TenantWaitProgress ready = ready(cluster);
                    Optional<String> runs = TenantSummary.runningVersion(cluster);
                    return ready instanceof TenantWaitProgress.Reached && !runs.equals(Optional.of(wanted))
                            ? new TenantWaitProgress.Waiting(
                                    "it runs Kubernetes " + runs.orElse("with an unknown version"))
                            : ready;
                }));
    }

    /** The cluster is deleted. */
    public static TenantWaitGoal gone() {
        return new TenantWaitGoal(
                "it is deleted", seen -> seen.map(TenantWaitGoal::leaving).orElseGet(TenantWaitProgress.Reached::new));
    }

    private static TenantWaitProgress present(
            Optional<TenantCluster> seen, Function<TenantCluster, TenantWaitProgress> standing) {
        return seen.map(standing).orElseGet(() -> new TenantWaitProgress.Failed("it no longer exists"));
    }

    private static TenantWaitProgress ready(TenantCluster cluster) {
        if (cluster.getMetadata().getDeletionTimestamp() != null) {
            return new TenantWaitProgress.Failed("it is being deleted");
        }
        Optional<TenantClusterStatus> status = Optional.ofNullable(cluster.getStatus());
        if (status.isEmpty() || !isCurrent(cluster, status.get())) {
            return new TenantWaitProgress.Waiting("waiting for a controller to process the change");
        }
        if (TenantSummary.isPaused(cluster)) {
            return new TenantWaitProgress.Failed("it is paused; resume it with 'butlerctl cluster resume'");
        }
        return switch (Optional.ofNullable(status.get().phase()).orElse(Phase.PENDING)) {
            case READY -> new TenantWaitProgress.Reached();
            case FAILED ->
                new TenantWaitProgress.Failed(holdup(status.get()).orElse("the controller reported no reason"));
            case PENDING, PROVISIONING, INSTALLING, UPDATING, DELETING ->
                new TenantWaitProgress.Waiting(
                        holdup(status.get()).orElseGet(() -> "its phase is " + TenantSummary.phase(cluster)));
        };
    }

    private static boolean isCurrent(TenantCluster cluster, TenantClusterStatus status) {
        Long generation = cluster.getMetadata().getGeneration();
        return generation == null || status.observedGeneration() == null || status.observedGeneration() >= generation;
    }

    /** Returns the first condition that blocks progress. Ready is used only if no other condition does, since it repeats their reason. */
    static Optional<String> holdup(TenantClusterStatus status) {
        List<Condition> open =
                status.conditions().stream().filter(TenantWaitGoal::isBlocking).toList();
        return open.stream()
                .filter(condition -> !ConditionTypes.READY.equals(condition.getType()))
                .findFirst()
                .or(() -> open.stream().findFirst())
                .map(TenantSummary::sentence);
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

    private static TenantWaitProgress leaving(TenantCluster cluster) {
        if (cluster.getMetadata().getDeletionTimestamp() == null) {
            return new TenantWaitProgress.Waiting("its deletion was not requested");
        }
        String finalizers = String.join(", ", cluster.getFinalizers());
        return new TenantWaitProgress.Waiting(Optional.ofNullable(cluster.getStatus())
                .filter(status -> status.phase() == Phase.DELETING)
                .flatMap(TenantWaitGoal::holdup)
                .orElse("waiting for finalizers: " + (finalizers.isEmpty() ? "none" : finalizers)));
    }
}
