package dev.butlerlabs.core.status;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The state of a BackupSchedule. Immutable.
 *
 * @param schedule its cron expression
 * @param phase empty if the controllers have not reconciled it yet
 * @param last the time of the last complete backup
 * @param next the time of the next backup
 * @param failure why no backup can be created; empty if nothing prevents it
 */
public record BackupObservation(
        String name,
        String schedule,
        String phase,
        Optional<Instant> last,
        Optional<Instant> next,
        Optional<String> failure) {
    static final String SUSPENDED = "Suspended";
    static final String RUNNING = "Running";

    public BackupObservation {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(schedule, "schedule");
        Objects.requireNonNull(phase, "phase");
        Objects.requireNonNull(last, "last");
        Objects.requireNonNull(next, "next");
        Objects.requireNonNull(failure, "failure");
    }
}
