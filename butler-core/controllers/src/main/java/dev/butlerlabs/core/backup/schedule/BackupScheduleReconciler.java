package dev.butlerlabs.core.backup.schedule;

import dev.butlerlabs.core.api.BackupSchedule;
import dev.butlerlabs.core.api.BackupScheduleStatus;
import dev.butlerlabs.core.api.BackupScheduleStatus.Phase;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.Step;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Creates backups of the management cluster according to BackupSchedules. A backup runs in a thread of its own. Close it after the host that
 * runs it.
 */
public final class BackupScheduleReconciler
        implements ReconcilerDefinition<BackupSchedule, BackupScheduleStatus, BackupScheduleReconcileContext>,
                AutoCloseable {
    private final ExecutorService executor;
    private final BackupPlanner planner;
    private final BackupRuns runs;
    private final BackupScheduleSteps steps;
    private final BackupScheduleOptions options;
    private final Clock clock;

    /**
     * Creates the reconciler.
     *
     * @param butlerVersion the version that is recorded in backups
     * @param isActive whether this process holds the lease
     */
    public BackupScheduleReconciler(
            KubernetesClient client,
            BackupScheduleOptions options,
            BackupMetrics metrics,
            String butlerVersion,
            BooleanSupplier isActive,
            Clock clock) {
        this(
                client,
                options,
                metrics,
                clock,
                Executors.newSingleThreadExecutor(
                        Thread.ofVirtual().name("backup").factory()),
                scope -> task(client, scope, butlerVersion, isActive, clock));
    }

    BackupScheduleReconciler(
            KubernetesClient client,
            BackupScheduleOptions options,
            BackupMetrics metrics,
            Clock clock,
            ExecutorService executor,
            Function<BackupScheduleReconcileContext, Function<Instant, BackupResult>> tasks) {
        this.executor = executor;
        this.planner = new BackupPlanner(options.retries());
        this.runs = new BackupRuns(executor, clock);
        this.steps = new BackupScheduleSteps(client, planner, runs, tasks, options, metrics, clock);
        this.options = options;
        this.clock = clock;
    }

    private static Function<Instant, BackupResult> task(
            KubernetesClient client,
            BackupScheduleReconcileContext scope,
            String butlerVersion,
            BooleanSupplier isActive,
            Clock clock) {
        BackupSettings settings = scope.settings();
        return new BackupTask(
                new ManagementClusterSource(client, scope.includesEtcd(), butlerVersion, clock),
                () -> settings.storage(clock),
                settings.key(),
                Optional.ofNullable(scope.schedule().getSpec().keepLast()),
                isActive,
                clock)::run;
    }

    @Override
    public String name() {
        return "backup-schedule";
    }

    @Override
    public Class<BackupSchedule> kind() {
        return BackupSchedule.class;
    }

    @Override
    public BackupScheduleReconcileContext scope(BackupSchedule schedule) {
        return new BackupScheduleReconcileContext(schedule);
    }

    @Override
    public List<Step<BackupScheduleReconcileContext>> steps() {
        return steps.all();
    }

    @Override
    public List<Condition> conditions(BackupSchedule schedule) {
        return Optional.ofNullable(schedule.getStatus())
                .map(BackupScheduleStatus::conditions)
                .orElse(List.of());
    }

    @Override
    public BackupScheduleStatus status(
            BackupSchedule schedule, BackupScheduleReconcileContext scope, ReconcileOutcome outcome) {
        return scope.status()
                .phase(phase(scope, outcome))
                .observedGeneration(outcome.generation())
                .conditions(outcome.conditions())
                .build();
    }

    private static Phase phase(BackupScheduleReconcileContext scope, ReconcileOutcome outcome) {
        if (scope.isRunning()) {
            return Phase.RUNNING;
        }
        if (outcome.failure().isPresent()) {
            return Phase.FAILED;
        }
        return scope.isSuspended() ? Phase.SUSPENDED : Phase.SCHEDULED;
    }

    /** Skips a schedule until its next backup or attempt is due. */
    @Override
    public Optional<Duration> rest(BackupSchedule schedule) {
        BackupScheduleReconcileContext scope = new BackupScheduleReconcileContext(schedule);
        boolean isKnown = ConditionEditor.isTrue(conditions(schedule), BackupScheduleSteps.CONFIGURATION)
                && ConditionEditor.isTrue(conditions(schedule), BackupScheduleSteps.PERMISSION);
        if (!isKnown
                || scope.isChanged()
                || scope.hasNewRequest()
                || runs.find(scope.uid()).isPresent()) {
            return Optional.empty();
        }
        Instant now = clock.instant();
        Optional<Duration> untilCheck = steps.lastCheck(scope.uid())
                .map(time -> Duration.between(now, time.plus(options.recheck())))
                .filter(Duration::isPositive);
        Optional<Duration> untilDue = scope.isSuspended() ? untilCheck : planner.rest(scope.recorded(), now);
        return untilCheck.flatMap(check -> untilDue.map(due -> due.compareTo(check) < 0 ? due : check));
    }

    @Override
    public Duration resync() {
        return options.poll();
    }

    @Override
    public Optional<Duration> failedRecheck() {
        return Optional.of(options.retries().first());
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
