package dev.butlerlabs.core.backup.schedule;

import dev.butlerlabs.core.api.BackupScheduleStatus;
import dev.butlerlabs.core.backup.schedule.BackupRuns.Progress;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The steps of scheduled backups. */
final class BackupScheduleSteps {
    static final String CONFIGURATION = "ConfigurationValid";
    static final String PERMISSION = "BackupsPermitted";
    static final String BACKUP = "BackupCurrent";
    static final String FAILED = "BackupFailed";
    static final String DISABLED = "BackupsDisabled";

    private static final String RUNNING = "BackupRunning";
    private static final Duration SOON = Duration.ofMillis(50);

    private final KubernetesClient client;
    private final BackupSettingsReader reader;
    private final BackupPlanner planner;
    private final BackupRuns runs;
    private final Function<BackupScheduleReconcileContext, Function<Instant, BackupResult>> tasks;
    private final BackupScheduleOptions options;
    private final BackupMetrics metrics;
    private final InstantSource clock;
    private final Map<String, Instant> checks = new ConcurrentHashMap<>();

    /** @param tasks returns what creates the backup of a scheduled time */
    BackupScheduleSteps(
            KubernetesClient client,
            BackupPlanner planner,
            BackupRuns runs,
            Function<BackupScheduleReconcileContext, Function<Instant, BackupResult>> tasks,
            BackupScheduleOptions options,
            BackupMetrics metrics,
            InstantSource clock) {
        this.client = client;
        this.reader = new BackupSettingsReader(client);
        this.planner = planner;
        this.runs = runs;
        this.tasks = tasks;
        this.options = options;
        this.metrics = metrics;
        this.clock = clock;
    }

    List<Step<BackupScheduleReconcileContext>> all() {
        return List.of(
                Step.of(CONFIGURATION, this::configuration),
                Step.of(PERMISSION, _ -> permission()),
                Step.of(BACKUP, this::backup));
    }

    private StepResult configuration(BackupScheduleReconcileContext scope) {
        scope.settings(reader.read(scope.schedule()));
        return StepResult.done();
    }

    /** The account of the controllers can read everything only if the administrator permits it. */
    private StepResult permission() {
        try {
            KubeErrorMapper.translating(
                    "listing the CRDs",
                    () -> client.apiextensions()
                            .v1()
                            .customResourceDefinitions()
                            .list(new ListOptionsBuilder().withLimit(1L).build()));
            return StepResult.done();
        } catch (ButlerException e) {
            if (e.code() != ErrorCode.FORBIDDEN) {
                throw e;
            }
            return StepResult.failed(
                    DISABLED,
                    "The controllers are not permitted to read all objects. Set the value backups.enabled of the chart butler to true.");
        }
    }

    /** Returns when all steps were last run for a schedule; empty if this process has not run them yet. */
    Optional<Instant> lastCheck(String uid) {
        return Optional.ofNullable(checks.get(uid));
    }

    private StepResult backup(BackupScheduleReconcileContext scope) {
        checks.put(scope.uid(), clock.instant());
        scope.lastBackup()
                .ifPresent(last -> metrics.completed(
                        scope.name(),
                        last.time(),
                        Duration.ofSeconds(
                                Optional.ofNullable(last.durationSeconds()).orElse(0L))));
        runs.stopIfOlder(scope.uid(), options.limit());
        Optional<BackupRuns.Run> run = runs.find(scope.uid());
        if (run.filter(started -> started.progress() instanceof Progress.Running)
                .isPresent()) {
            return running(scope, run.get().attempt());
        }
        run.ifPresent(finished -> record(scope, finished));
        return plan(scope);
    }

    private StepResult running(BackupScheduleReconcileContext scope, BackupAttempt attempt) {
        scope.running();
        return StepResult.waiting(RUNNING, "Creating the backup of %s.".formatted(attempt.slot()), options.poll());
    }

    /** Takes a result over until the status shows another attempt than the one that caused it. */
    private void record(BackupScheduleReconcileContext scope, BackupRuns.Run run) {
        if (!scope.recorded().attempt().equals(Optional.of(run.attempt()))) {
            runs.forget(scope.uid());
            return;
        }
        switch (run.progress()) {
            case Progress.Finished(BackupResult result) ->
                scope.completed(run.attempt().slot(), result);
            case Progress.Failed failed -> {
                if (failed.isCancelled()) {
                    runs.forget(scope.uid());
                } else {
                    scope.failed(planner.failed(scope.state(), run.attempt(), failed.time()), failure(failed));
                }
            }
            case Progress.Running _ -> throw new IllegalStateException("the backup is still running");
        }
    }

    private static BackupScheduleStatus.Failure failure(Progress.Failed failed) {
        ButlerException cause = failed.cause();
        String problems = cause.problems().stream().map(Object::toString).collect(Collectors.joining("; "));
        return new BackupScheduleStatus.Failure(failed.time(), FAILED, (cause.getMessage() + " " + problems).strip());
    }

    private StepResult plan(BackupScheduleReconcileContext scope) {
        BackupPlanner.Request request = new BackupPlanner.Request(
                scope.settings().schedule(), scope.isSuspended(), scope.isChanged(), scope.request());
        BackupPlanner.Plan plan = planner.plan(request, scope.state(), clock.instant());
        scope.plan(plan.state());
        if (!plan.isDue()) {
            return idle(scope);
        }
        BackupAttempt attempt = plan.state().attempt().orElseThrow();
        if (!scope.recorded().attempt().equals(Optional.of(attempt))) {
            // It starts when the status shows it, so that no other process creates a second backup for the same time.
            return StepResult.waiting("BackupDue", "The backup of %s is due.".formatted(attempt.slot()), SOON);
        }
        runs.start(scope.uid(), attempt, counted(scope.name(), tasks.apply(scope)));
        return running(scope, attempt);
    }

    private Function<Instant, BackupResult> counted(String schedule, Function<Instant, BackupResult> task) {
        return slot -> {
            try {
                return task.apply(slot);
            } catch (RuntimeException e) {
                if (!(e instanceof ButlerException failure) || failure.code() != ErrorCode.CANCELLED) {
                    metrics.failed(schedule);
                }
                throw e;
            }
        };
    }

    private static StepResult idle(BackupScheduleReconcileContext scope) {
        Optional<BackupAttempt> failed = scope.state().attempt();
        if (failed.isPresent()) {
            return StepResult.failed(
                    FAILED,
                    "%s Next attempt at %s."
                            .formatted(
                                    scope.lastFailure()
                                            .map(BackupScheduleStatus.Failure::message)
                                            .orElse("The backup failed."),
                                    failed.get()
                                            .notBefore()
                                            .map(Instant::toString)
                                            .orElse("once")));
        }
        if (scope.isSuspended()) {
            return StepResult.done("Suspended", "No backups are created while spec.suspend is true.");
        }
        String last = scope.lastBackup()
                .map(backup -> "Last backup: %s. ".formatted(backup.name()))
                .orElse("");
        return StepResult.done(
                "BackupScheduled",
                "%sNext backup at %s.".formatted(last, scope.state().next().orElseThrow()));
    }
}
