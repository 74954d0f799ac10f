package dev.butlerlabs.core.backup.schedule;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.BackupSchedule;
import dev.butlerlabs.core.api.BackupScheduleStatus;
import dev.butlerlabs.core.api.BackupScheduleStatusBuilder;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** Holds the state of one reconciliation of a BackupSchedule. */
final class BackupScheduleReconcileContext {
    private static final BackupScheduleStatus NONE =
            BackupScheduleStatusBuilder.builder().build();

    private final BackupSchedule schedule;
    private final BackupScheduleStatus before;
    private Optional<BackupSettings> settings = Optional.empty();
    private BackupScheduleState state;
    private Optional<BackupScheduleStatus.Backup> lastBackup;
    private Optional<BackupScheduleStatus.Failure> lastFailure;
    private Optional<Integer> kept;
    private boolean isRunning;

    BackupScheduleReconcileContext(BackupSchedule schedule) {
        this.schedule = schedule;
        this.before = Objects.requireNonNullElse(schedule.getStatus(), NONE);
        this.state = recorded();
        this.lastBackup = Optional.ofNullable(before.lastBackup());
        this.lastFailure = Optional.ofNullable(before.lastFailure());
        this.kept = Optional.ofNullable(before.keptBackups());
    }

    BackupSchedule schedule() {
        return schedule;
    }

    String uid() {
        return String.valueOf(schedule.getMetadata().getUid());
    }

    String name() {
        return schedule.getMetadata().getName();
    }

    boolean isSuspended() {
        return Boolean.TRUE.equals(schedule.getSpec().suspend());
    }

    boolean includesEtcd() {
        return !Boolean.FALSE.equals(schedule.getSpec().includeEtcd());
    }

    /** Returns whether the spec has changed since the status was written. */
    boolean isChanged() {
        return before.observedGeneration() != null
                && !before.observedGeneration().equals(schedule.getMetadata().getGeneration());
    }

    /** Returns the last request for a backup outside of the schedule. */
    Optional<String> request() {
        return Optional.ofNullable(schedule.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(Annotations.BACKUP_REQUESTED))
                .filter(text -> !text.isBlank());
    }

    boolean hasNewRequest() {
        return request().filter(text -> !text.equals(before.handledRequest())).isPresent();
    }

    /** Returns the state in the status. */
    BackupScheduleState recorded() {
        return new BackupScheduleState(
                Optional.ofNullable(before.nextTime()),
                Optional.ofNullable(before.currentRun())
                        .filter(run -> run.slot() != null)
                        .map(run -> new BackupAttempt(
                                run.slot(),
                                Objects.requireNonNullElse(run.failures(), 0),
                                Optional.ofNullable(run.retryTime()))),
                Optional.ofNullable(before.lastBackup()).map(BackupScheduleStatus.Backup::slot),
                Optional.ofNullable(before.handledRequest()));
    }

    BackupScheduleState state() {
        return state;
    }

    void plan(BackupScheduleState changed) {
        state = changed;
    }

    void settings(BackupSettings read) {
        settings = Optional.of(read);
    }

    BackupSettings settings() {
        return settings.orElseThrow();
    }

    void completed(Instant slot, BackupResult result) {
        state = state.completed(slot);
        lastBackup = Optional.of(new BackupScheduleStatus.Backup(
                result.name(),
                slot,
                result.time(),
                result.bytes(),
                result.objects(),
                result.hasEtcd(),
                result.duration().toSeconds(),
                result.warnings()));
        kept = Optional.of(result.kept());
    }

    void failed(BackupScheduleState changed, BackupScheduleStatus.Failure failure) {
        state = changed;
        lastFailure = Optional.of(failure);
    }

    Optional<BackupScheduleStatus.Backup> lastBackup() {
        return lastBackup;
    }

    Optional<BackupScheduleStatus.Failure> lastFailure() {
        return lastFailure;
    }

    void running() {
        isRunning = true;
    }

    boolean isRunning() {
        return isRunning;
    }

    /** Returns the status without phase, generation and conditions. */
    BackupScheduleStatusBuilder status() {
        return BackupScheduleStatusBuilder.builder()
                .nextTime(state.next().orElse(null))
                .currentRun(state.attempt()
                        .map(attempt -> new BackupScheduleStatus.Run(
                                attempt.slot(),
                                attempt.failures(),
                                attempt.notBefore().orElse(null)))
                        .orElse(null))
                .lastBackup(lastBackup.orElse(null))
                .lastFailure(lastFailure.orElse(null))
                .keptBackups(kept.orElse(null))
                .handledRequest(state.handledRequest().orElse(null));
    }
}
