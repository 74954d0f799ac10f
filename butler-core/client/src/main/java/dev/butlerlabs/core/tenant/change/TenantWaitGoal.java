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
 * @param limitsProgress whether a time limit is one of the time without progress instead of the whole time
 */
public record TenantWaitGoal(
        String what, Function<Optional<TenantCluster>, TenantWaitProgress> standing, boolean limitsProgress) {
    /** Creates a goal for which the whole time is limited. */
    public TenantWaitGoal(String what, Function<Optional<TenantCluster>, TenantWaitProgress> standing) {
        this(what, standing, false);
    }

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

    /** The cluster is ready and all its workers run a Kubernetes version. Replacing many workers takes long, so only progress is limited. */
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
                }),
                true);
    }

    /** No worker and no control plane of the cluster runs. */
    public static TenantWaitGoal hibernated() {
        return new TenantWaitGoal("it is hibernated", seen -> present(seen, TenantWaitGoal::hibernated));
    }

    private static TenantWaitProgress hibernated(TenantCluster cluster) {
        if (!HibernationAnnotation.isRequested(cluster)) {
            return new TenantWaitProgress.Failed("it was woken meanwhile");
        }
        return obstacle(cluster).orElseGet(() -> switch (phase(cluster)) {
            case HIBERNATED -> new TenantWaitProgress.Reached();
            case FAILED -> failed(cluster);
            case HIBERNATING -> stopping(cluster);
            case PENDING, PROVISIONING, INSTALLING, READY, UPDATING, DELETING -> unprocessed();
        });
    }

    private static TenantWaitProgress stopping(TenantCluster cluster) {
        return cluster.getStatus().conditions().stream()
                .filter(condition -> ConditionTypes.HIBERNATED.equals(condition.getType()))
                .map(TenantSummary::sentence)
                .findFirst()
                .<TenantWaitProgress>map(TenantWaitProgress.Waiting::new)
                .orElseGet(() -> blocked(cluster));
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
        if (HibernationAnnotation.isRequested(cluster)) {
            return new TenantWaitProgress.Failed("it is hibernated; wake it with 'butlerctl cluster wake'");
        }
        return obstacle(cluster).orElseGet(() -> switch (phase(cluster)) {
            case READY -> new TenantWaitProgress.Reached();
            case FAILED -> failed(cluster);
            case PENDING, PROVISIONING, INSTALLING, UPDATING, DELETING -> blocked(cluster);
            case HIBERNATING, HIBERNATED -> unprocessed();
        });
    }

    /** Returns why the phase of the cluster does not matter yet. */
    private static Optional<TenantWaitProgress> obstacle(TenantCluster cluster) {
        if (cluster.getMetadata().getDeletionTimestamp() != null) {
            return Optional.of(new TenantWaitProgress.Failed("it is being deleted"));
        }
        if (cluster.getStatus() == null || !isCurrent(cluster, cluster.getStatus())) {
            return Optional.of(unprocessed());
        }
        return TenantSummary.isPaused(cluster)
                ? Optional.of(new TenantWaitProgress.Failed("it is paused; resume it with 'butlerctl cluster resume'"))
                : Optional.empty();
    }

    private static Phase phase(TenantCluster cluster) {
        return Optional.ofNullable(cluster.getStatus().phase()).orElse(Phase.PENDING);
    }

    private static TenantWaitProgress unprocessed() {
        return new TenantWaitProgress.Waiting("waiting for a controller to process the change");
    }

    private static TenantWaitProgress failed(TenantCluster cluster) {
        return new TenantWaitProgress.Failed(holdup(cluster.getStatus()).orElse("the controller reported no reason"));
    }

    private static TenantWaitProgress blocked(TenantCluster cluster) {
        return new TenantWaitProgress.Waiting(
                holdup(cluster.getStatus()).orElseGet(() -> "its phase is " + TenantSummary.phase(cluster)));
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
