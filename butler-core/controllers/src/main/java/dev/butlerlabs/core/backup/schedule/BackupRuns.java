package dev.butlerlabs.core.backup.schedule;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Function;

/**
 * The running and finished backups of this process, one for each schedule. They run one after another, since each writes its own text to the
 * cluster and finds it in what it reads. Thread-safe.
 */
final class BackupRuns {
    private final ExecutorService executor;
    private final InstantSource clock;
    private final Map<String, Entry> entries = new ConcurrentHashMap<>();

    /** @param executor runs one task at a time */
    BackupRuns(ExecutorService executor, InstantSource clock) {
        this.executor = executor;
        this.clock = clock;
    }

    /** The state of a backup. */
    sealed interface Progress {
        record Running(Instant since) implements Progress {}

        record Finished(BackupResult result) implements Progress {}

        record Failed(ButlerException cause, Instant time) implements Progress {
            boolean isCancelled() {
                return cause.code() == ErrorCode.CANCELLED;
            }
        }
    }

    /**
     * A backup and its state.
     *
     * @param attempt what was recorded before it started
     */
    record Run(BackupAttempt attempt, Progress progress) {}

    /** Starts a backup. A finished one of the same schedule is forgotten. Has no effect while one is running. */
    void start(String schedule, BackupAttempt attempt, Function<Instant, BackupResult> task) {
        entries.compute(schedule, (_, before) -> {
            if (before != null && before.run().progress() instanceof Progress.Running) {
                return before;
            }
            Entry entry = new Entry(attempt, now());
            entry.future = Optional.of(executor.submit(() -> entry.finish(outcome(attempt, task))));
            return entry;
        });
    }

    private Progress outcome(BackupAttempt attempt, Function<Instant, BackupResult> task) {
        try {
            return new Progress.Finished(task.apply(attempt.slot()));
        } catch (RuntimeException e) {
            return new Progress.Failed(KubeErrorMapper.translate("creating a backup", e), now());
        }
    }

    /** Times are shown in messages. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }

    Optional<Run> find(String schedule) {
        return Optional.ofNullable(entries.get(schedule)).map(Entry::run);
    }

    void forget(String schedule) {
        entries.computeIfPresent(
                schedule, (_, entry) -> entry.run().progress() instanceof Progress.Running ? entry : null);
    }

    /** Stops a backup that takes longer than a limit. It has failed then. */
    void stopIfOlder(String schedule, Duration limit) {
        Optional.ofNullable(entries.get(schedule)).ifPresent(entry -> entry.stopIfOlder(limit, now()));
    }

    private static final class Entry {
        private final BackupAttempt attempt;
        private Progress progress;
        private Optional<Future<?>> future = Optional.empty();

        Entry(BackupAttempt attempt, Instant since) {
            this.attempt = attempt;
            this.progress = new Progress.Running(since);
        }

        private synchronized Run run() {
            return new Run(attempt, progress);
        }

        private synchronized void finish(Progress outcome) {
            if (progress instanceof Progress.Running) {
                progress = outcome;
            }
        }

        private synchronized void stopIfOlder(Duration limit, Instant now) {
            if (progress instanceof Progress.Running running
                    && running.since().plus(limit).isBefore(now)) {
                progress = new Progress.Failed(
                        new ButlerException(
                                ErrorCode.TIMEOUT,
                                "The backup did not finish within %d minutes.".formatted(limit.toMinutes())),
                        now);
                future.ifPresent(started -> started.cancel(true));
            }
        }
    }
}
