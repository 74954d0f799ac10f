package dev.butlerlabs.core.backup.schedule;

import dev.butlerlabs.core.retry.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;

/**
 * Decides when a backup is due. Pure functions: the same input gives the same decision in every process.
 *
 * <ul>
 *   <li>Several missed times cause one backup, for the last of them.
 *   <li>A changed schedule applies from its next time. A resumed schedule does not catch up.
 *   <li>After a failure the next attempt waits, also if another scheduled time passes; it is then made for that time. A changed spec or a
 *       request is tried at once.
 *   <li>If the clock was set back, times that have a backup do not get another one, and no time is waited for that the schedule does not have.
 * </ul>
 */
final class BackupPlanner {
    private final Backoff backoff;

    BackupPlanner(Backoff backoff) {
        this.backoff = backoff;
    }

    /**
     * What is requested.
     *
     * @param isChanged whether the spec has changed since the state was recorded
     * @param request the last request for a backup outside of the schedule
     */
    record Request(CronExpression schedule, boolean isSuspended, boolean isChanged, Optional<String> request) {
        Request {
            Objects.requireNonNull(schedule, "schedule");
            Objects.requireNonNull(request, "request");
        }
    }

    /**
     * A decision with the state to record.
     *
     * @param isDue whether the attempt of the state is to be made now. It starts when the state is recorded
     */
    record Plan(BackupScheduleState state, boolean isDue) {
        Plan {
            Objects.requireNonNull(state, "state");
        }
    }

    Plan plan(Request request, BackupScheduleState recorded, Instant now) {
        BackupScheduleState state = recorded.withNext(next(request, recorded, now));
        Optional<String> asked =
                request.request().filter(text -> !Optional.of(text).equals(recorded.handledRequest()));
        if (asked.isPresent()) {
            Instant slot =
                    recorded.attempt().map(BackupAttempt::slot).orElseGet(() -> now.truncatedTo(ChronoUnit.SECONDS));
            return due(
                    request, state.withRequest(asked.get()).withAttempt(Optional.of(BackupAttempt.first(slot))), now);
        }
        Optional<BackupAttempt> attempt = state.attempt()
                .filter(started -> !request.isSuspended() || started.failures() == 0)
                .map(started -> request.isChanged() ? BackupAttempt.first(started.slot()) : started);
        if (attempt.isEmpty()) {
            boolean isTime = state.next().filter(time -> !time.isAfter(now)).isPresent();
            return isTime ? due(request, state, now) : new Plan(state.withAttempt(Optional.empty()), false);
        }
        return isDelayed(attempt.get(), now) ? new Plan(state, false) : due(request, state.withAttempt(attempt), now);
    }

    private static Optional<Instant> next(Request request, BackupScheduleState recorded, Instant now) {
        if (request.isSuspended()) {
            return Optional.empty();
        }
        Optional<Instant> missed = recorded.next().filter(time -> !time.isAfter(now));
        if (missed.isPresent()) {
            return missed;
        }
        Instant upcoming = request.schedule().next(now);
        boolean isServed = recorded.attempt()
                .map(BackupAttempt::slot)
                .or(recorded::lastSlot)
                .filter(upcoming::equals)
                .isPresent();
        return Optional.of(isServed ? request.schedule().next(upcoming) : upcoming);
    }

    /** The time of an attempt is the last scheduled time that has passed, so that a failing schedule does not repeat missed times either. */
    private static Plan due(Request request, BackupScheduleState state, Instant now) {
        Optional<Instant> missed = state.next().filter(time -> !time.isAfter(now));
        Optional<Instant> slot =
                missed.map(time -> later(time, request.schedule().previous(now)));
        int failures = state.attempt().map(BackupAttempt::failures).orElse(0);
        Instant chosen = slot.orElseGet(() -> state.attempt().orElseThrow().slot());
        Optional<Instant> next =
                missed.isPresent() ? Optional.of(request.schedule().next(now)) : state.next();
        return new Plan(
                state.withNext(next).withAttempt(Optional.of(new BackupAttempt(chosen, failures, Optional.empty()))),
                true);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /** A time that is further away than any delay was computed before the clock was set back. */
    private boolean isDelayed(BackupAttempt attempt, Instant now) {
        return attempt.notBefore()
                .filter(time -> time.isAfter(now) && !time.isAfter(now.plus(backoff.cap())))
                .isPresent();
    }

    /** Returns the state after a failed attempt. */
    BackupScheduleState failed(BackupScheduleState state, BackupAttempt attempt, Instant time) {
        int failures = attempt.failures() + 1;
        // Without jitter, the random numbers are not used.
        Duration delay = backoff.delay(failures, new Random(0));
        return state.withAttempt(
                Optional.of(new BackupAttempt(attempt.slot(), failures, Optional.of(time.plus(delay)))));
    }

    /** Returns how long nothing is to be done; empty if something is due. */
    Optional<Duration> rest(BackupScheduleState state, Instant now) {
        Optional<Instant> time = state.attempt().isPresent()
                ? state.attempt()
                        .get()
                        .notBefore()
                        .filter(_ -> isDelayed(state.attempt().get(), now))
                : state.next().filter(next -> next.isAfter(now));
        return time.map(until -> Duration.between(now, until));
    }
}
