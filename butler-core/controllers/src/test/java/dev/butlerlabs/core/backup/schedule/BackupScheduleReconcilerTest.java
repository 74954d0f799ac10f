package dev.butlerlabs.core.backup.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.BackupSchedule;
import dev.butlerlabs.core.api.BackupScheduleSpec;
import dev.butlerlabs.core.api.BackupScheduleSpecBuilder;
import dev.butlerlabs.core.api.BackupScheduleStatus;
import dev.butlerlabs.core.api.BackupScheduleStatus.Phase;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.Steps;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BackupScheduleReconcilerTest {
    private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);

    private final SteppedClock clock = new SteppedClock();
    private final InMemoryKubernetes api = InMemoryKubernetes.open();
    private final List<Instant> stored = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private Optional<RuntimeException> failure = Optional.empty();
    private Worker worker = new Worker();
    private BackupScheduleReconciler reconciler = process();
    private BackupSchedule schedule;

    @BeforeEach
    void createSchedule() {
        api.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("butler-system")
                        .endMetadata()
                        .build())
                .create();
        secret("key", Map.of("key", KEY));
        schedule = new BackupSchedule();
        schedule.setMetadata(new ObjectMetaBuilder()
                .withNamespace("butler-system")
                .withName("default")
                .withUid("uid-1")
                .withGeneration(1L)
                .build());
        schedule.setSpec(BackupScheduleSpecBuilder.builder()
                .schedule("0 * * * *")
                .location("/backups")
                .keySecretRef(new LocalReference("key"))
                .build());
    }

    @AfterEach
    void close() {
        api.close();
    }

    /** Runs tasks when the test says so. */
    private static final class Worker extends AbstractExecutorService {
        private final Deque<Runnable> tasks = new ArrayDeque<>();

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        void run() {
            tasks.remove().run();
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long time, TimeUnit unit) {
            return true;
        }
    }

    private BackupScheduleReconciler process() {
        BackupMetrics metrics = new BackupMetrics() {
            @Override
            public void completed(String name, Instant time, Duration duration) {}

            @Override
            public void failed(String name) {
                failures.add(name);
            }
        };
        return new BackupScheduleReconciler(
                api.client(), BackupScheduleOptions.standard(), metrics, clock, worker, this::task);
    }

    private Function<Instant, BackupResult> task(BackupScheduleReconcileContext scope) {
        return slot -> {
            failure.ifPresent(thrown -> {
                throw thrown;
            });
            if (!stored.contains(slot)) {
                stored.add(slot);
            }
            return new BackupResult(
                    "demo-" + slot, slot, 100, 7, false, stored.size(), List.of(), Duration.ofSeconds(3));
        };
    }

    private void secret(String name, Map<String, String> data) {
        api.client()
                .resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace("butler-system")
                        .withName(name)
                        .endMetadata()
                        .withData(data)
                        .build())
                .create();
    }

    /** Reconciles once and writes the status. */
    private BackupScheduleStatus reconcile() {
        schedule.setStatus(statusOf());
        return schedule.getStatus();
    }

    private BackupScheduleStatus statusOf() {
        BackupScheduleReconcileContext scope = reconciler.scope(schedule);
        ReconcileOutcome outcome = new Steps<>(reconciler.steps())
                .run(
                        scope,
                        reconciler.conditions(schedule),
                        schedule.getMetadata().getGeneration(),
                        clock.instant());
        return reconciler.status(schedule, scope, outcome);
    }

    private Condition condition(String type) {
        return ConditionEditor.find(schedule.getStatus().conditions(), type).orElseThrow();
    }

    private void spec(BackupScheduleSpec spec) {
        schedule.setSpec(spec);
        schedule.getMetadata().setGeneration(schedule.getMetadata().getGeneration() + 1);
    }

    private BackupScheduleSpecBuilder changed() {
        return BackupScheduleSpecBuilder.builder(schedule.getSpec());
    }

    private void restart() {
        worker = new Worker();
        reconciler = process();
    }

    @Test
    void recordsTheTimeBeforeTheBackupStarts() {
        assertThat(reconcile().phase()).isEqualTo(Phase.SCHEDULED);
        assertThat(schedule.getStatus().nextTime()).isEqualTo(Instant.EPOCH.plusSeconds(3600));
        assertThat(condition("BackupCurrent").getMessage()).isEqualTo("Next backup at 1970-01-01T01:00:00Z.");
        clock.pass(3600);

        reconcile();
        assertThat(schedule.getStatus().currentRun().slot()).isEqualTo(Instant.EPOCH.plusSeconds(3600));
        assertThat(worker.tasks).isEmpty();
        assertThat(reconcile().phase()).isEqualTo(Phase.RUNNING);
        assertThat(worker.tasks).hasSize(1);
        assertThat(reconcile().phase()).isEqualTo(Phase.RUNNING);
        assertThat(worker.tasks).hasSize(1);
        worker.run();
        assertThat(reconcile().phase()).isEqualTo(Phase.SCHEDULED);
        assertThat(schedule.getStatus().currentRun()).isNull();
        assertThat(schedule.getStatus().lastBackup().objects()).isEqualTo(7);
        assertThat(schedule.getStatus().keptBackups()).isEqualTo(1);
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        assertThat(condition("BackupCurrent").getMessage())
                .isEqualTo("Last backup: demo-1970-01-01T01:00:00Z. Next backup at 1970-01-01T02:00:00Z.");
    }

    /** Ends the process after each reconciliation and before and after the backup, for some hours of hourly backups. */
    @Test
    void aSlotHasOneBackupWhereverProcessesEnd() {
        for (int interval = 1; interval <= 7; interval++) {
            stored.clear();
            schedule.setStatus(null);
            clock.pass(3600 - clock.instant().getEpochSecond() % 3600 + 60);
            restart();
            int events = 0;
            Instant end = clock.instant().plus(Duration.ofHours(5));
            while (clock.instant().isBefore(end)) {
                if (events++ % interval == 0) {
                    restart();
                }
                BackupScheduleStatus status = statusOf();
                if (events % (interval + 2) != 0) {
                    // Otherwise the process ends before the status is written.
                    schedule.setStatus(status);
                }
                if (!worker.tasks.isEmpty() && events % 3 != 0) {
                    worker.run();
                }
                clock.pass(90);
            }
            assertThat(stored).as("interval %d", interval).hasSizeBetween(3, 6).doesNotHaveDuplicates();
        }
    }

    @Test
    void aResultIsRecordedAgainUntilTheStatusIsWritten() {
        reconcile();
        clock.pass(3600);
        reconcile();
        reconcile();
        worker.run();

        assertThat(statusOf().lastBackup()).isNotNull();
        assertThat(statusOf().lastBackup()).isNotNull();
        assertThat(reconcile().lastBackup()).isNotNull();
        assertThat(reconcile().lastBackup()).isNotNull();
        assertThat(worker.tasks).isEmpty();
    }

    @Test
    void aFailureIsReportedAndRetriedLater() {
        failure = Optional.of(new ButlerException(ErrorCode.UNREACHABLE, "Cannot connect to the S3 storage."));
        reconcile();
        clock.pass(3600);
        reconcile();
        reconcile();
        worker.run();

        assertThat(reconcile().phase()).isEqualTo(Phase.FAILED);
        assertThat(failures).containsExactly("default");
        assertThat(condition("Degraded").getStatus()).isEqualTo("True");
        assertThat(condition("BackupCurrent").getReason()).isEqualTo("BackupFailed");
        assertThat(condition("BackupCurrent").getMessage())
                .isEqualTo("Cannot connect to the S3 storage. Next attempt at 1970-01-01T01:01:00Z.");
        assertThat(schedule.getStatus().lastFailure().message()).isEqualTo("Cannot connect to the S3 storage.");
        reconcile();
        assertThat(worker.tasks).isEmpty();
        restart();
        reconcile();
        assertThat(worker.tasks).as("after a restart").isEmpty();
        assertThat(reconciler.rest(schedule)).hasValue(Duration.ofMinutes(1));
        clock.pass(60);
        failure = Optional.empty();
        reconcile();
        reconcile();
        worker.run();
        assertThat(reconcile().phase()).isEqualTo(Phase.SCHEDULED);
        assertThat(stored).containsExactly(Instant.EPOCH.plusSeconds(3600));
    }

    @Test
    void aBackupThatIsCancelledIsNotAFailure() {
        failure = Optional.of(new ButlerException(ErrorCode.CANCELLED, "Another process is responsible."));
        reconcile();
        clock.pass(3600);
        reconcile();
        reconcile();
        worker.run();

        assertThat(reconcile().phase()).isEqualTo(Phase.RUNNING);
        assertThat(failures).isEmpty();
        assertThat(schedule.getStatus().lastFailure()).isNull();
    }

    @Test
    void aBackupThatHangsIsStopped() {
        reconcile();
        clock.pass(3600);
        reconcile();
        reconcile();
        clock.pass(Duration.ofHours(4).toSeconds());

        assertThat(reconcile().phase()).isEqualTo(Phase.FAILED);
        assertThat(schedule.getStatus().lastFailure().message()).contains("did not finish within 180 minutes");
    }

    @Test
    void aRequestIsServedOnce() {
        reconcile();
        schedule.getMetadata().setAnnotations(Map.of(Annotations.BACKUP_REQUESTED, "now"));
        assertThat(reconciler.rest(schedule)).isEmpty();
        reconcile();
        reconcile();
        worker.run();

        assertThat(reconcile().handledRequest()).isEqualTo("now");
        reconcile();
        assertThat(worker.tasks).isEmpty();
        assertThat(stored).containsExactly(Instant.EPOCH);
    }

    @Test
    void aSuspendedScheduleIsReady() {
        spec(changed().suspend(true).build());

        assertThat(reconcile().phase()).isEqualTo(Phase.SUSPENDED);
        assertThat(schedule.getStatus().nextTime()).isNull();
        assertThat(condition("Ready").getStatus()).isEqualTo("True");
        assertThat(reconciler.rest(schedule)).hasValue(Duration.ofMinutes(5));
    }

    @Test
    void restsUntilTheNextBackup() {
        clock.pass(3500);
        reconcile();

        assertThat(reconciler.rest(schedule)).hasValue(Duration.ofSeconds(100));
        clock.pass(100);
        assertThat(reconciler.rest(schedule)).isEmpty();
    }

    @Test
    void everyProblemOfTheConfigurationIsReported() {
        spec(changed()
                .schedule("61 * * * *")
                .location("s3://backups/demo")
                .keySecretRef(new LocalReference("missing"))
                .s3(new BackupScheduleSpec.S3("http://storage.example", null, new LocalReference("key")))
                .build());

        assertThat(reconcile().phase()).isEqualTo(Phase.FAILED);
        assertThat(condition("ConfigurationValid").getMessage())
                .contains(
                        "spec.schedule: invalid minute \"61\": must be from 0 to 59",
                        "spec.keySecretRef: Secret butler-system/missing does not exist",
                        "spec.s3.endpoint: must be an https URL",
                        "spec.s3.credentialsSecretRef: the Secret has no field accessKeyID",
                        "the Secret has no field secretAccessKey");
    }

    @Test
    void secretsAreValidated() {
        secret("both", Map.of("key", KEY, "passphrase", "eA=="));
        secret("short", Map.of("key", "eA=="));
        secret("empty", Map.of("other", "eA=="));

        assertThat(message("both")).contains("both a key and a passphrase");
        assertThat(message("short")).contains("does not have 32 bytes");
        assertThat(message("empty")).contains("the Secret has no key");
    }

    private String message(String secret) {
        spec(changed().keySecretRef(new LocalReference(secret)).build());
        reconcile();
        return condition("ConfigurationValid").getMessage();
    }

    @Test
    void schedulesOfOtherNamespacesAreIgnored() {
        schedule.getMetadata().setNamespace("team-a");

        assertThat(reconcile().phase()).isEqualTo(Phase.FAILED);
        assertThat(condition("ConfigurationValid").getMessage()).contains("metadata.namespace: must be butler-system");
        assertThat(api.requests()).noneMatch(request -> request.contains("/namespaces/team-a"));
    }

    @Test
    void aMissingPermissionNamesTheValueOfTheChart() {
        api.reject("GET /apis/apiextensions.k8s.io/v1/customresourcedefinitions", 403, "Forbidden");

        assertThat(reconcile().phase()).isEqualTo(Phase.FAILED);
        assertThat(condition("BackupsPermitted").getReason()).isEqualTo("BackupsDisabled");
        assertThat(condition("BackupsPermitted").getMessage()).contains("backups.enabled");
        assertThat(reconciler.rest(schedule)).isEmpty();
    }
}
