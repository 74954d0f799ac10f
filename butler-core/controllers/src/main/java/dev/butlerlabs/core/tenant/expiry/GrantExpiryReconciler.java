package dev.butlerlabs.core.tenant.expiry;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.ReconcileFilter;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.tenant.access.AccessCheckTimes;
import dev.butlerlabs.core.tenant.change.HibernationAnnotation;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Ends temporary access grants in tenant clusters. The TenantCluster has the times of the next checks in an annotation; between them, the
 * tenant cluster is not contacted. Also works for paused clusters. Does not write the status.
 */
public final class GrantExpiryReconciler
        implements ReconcilerDefinition<TenantCluster, TenantClusterStatus, TenantCluster> {
    private static final String STEP = "AccessGrantsChecked";
    private static final Duration FAILED_RECHECK = Duration.ofSeconds(30);

    private static final Set<Phase> ASLEEP =
            EnumSet.of(Phase.HIBERNATING, Phase.HIBERNATED, Phase.PENDING, Phase.PROVISIONING);

    private final GrantExpiryStep step;
    private final InstantSource clock;

    /** @param connector connects to a tenant cluster; the client is closed after use */
    public GrantExpiryReconciler(
            KubernetesClient client, Function<TenantCluster, KubernetesClient> connector, InstantSource clock) {
        this.step = new GrantExpiryStep(client, connector, clock);
        this.clock = clock;
    }

    @Override
    public String name() {
        return "access-grants";
    }

    @Override
    public Class<TenantCluster> kind() {
        return TenantCluster.class;
    }

    @Override
    public TenantCluster scope(TenantCluster cluster) {
        return cluster;
    }

    /**
     * Selects running clusters with planned checks. The grants of a deleted cluster end with it, and those of a hibernated one are
     * without effect until it wakes.
     */
    @Override
    public ReconcileFilter concern(TenantCluster cluster) {
        boolean ours = !cluster.isMarkedForDeletion()
                && !isAsleep(cluster)
                && AccessCheckTimes.of(cluster).next().isPresent();
        return ours ? ReconcileFilter.OURS : ReconcileFilter.FOREIGN;
    }

    private static boolean isAsleep(TenantCluster cluster) {
        return HibernationAnnotation.isRequested(cluster)
                || Optional.ofNullable(cluster.getStatus())
                        .map(TenantClusterStatus::phase)
                        .filter(ASLEEP::contains)
                        .isPresent();
    }

    @Override
    public Optional<Duration> rest(TenantCluster cluster) {
        Instant now = clock.instant();
        return AccessCheckTimes.of(cluster)
                .next()
                .filter(time -> time.isAfter(now))
                .map(time -> Duration.between(now, time));
    }

    @Override
    public List<Step<TenantCluster>> steps() {
        return List.of(Step.of(STEP, step::run));
    }

    /** Returns fixed conditions: another reconciler owns those of the status, and only failures of the step are worth an event. */
    @Override
    public List<Condition> conditions(TenantCluster cluster) {
        Instant created = Instant.EPOCH;
        List<Condition> ready =
                ConditionEditor.set(List.of(), ConditionEditor.READY, ConditionEditor.TRUE, "Ready", "", 0, created);
        return ConditionEditor.set(ready, STEP, ConditionEditor.TRUE, StepResult.DONE, "", 0, created);
    }

    @Override
    public TenantClusterStatus status(TenantCluster cluster, TenantCluster scope, ReconcileOutcome outcome) {
        return cluster.getStatus();
    }

    /** Retries soon: until then, the grants are in force. */
    @Override
    public Optional<Duration> failedRecheck() {
        return Optional.of(FAILED_RECHECK);
    }
}
