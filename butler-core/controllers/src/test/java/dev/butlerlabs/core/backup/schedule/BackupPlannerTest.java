package dev.butlerlabs.core.backup.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.backup.schedule.BackupPlanner.Plan;
import dev.butlerlabs.core.backup.schedule.BackupPlanner.Request;
import dev.butlerlabs.core.retry.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BackupPlannerTest {
    private static final CronExpression DAILY = CronExpression.parse("30 2 * * *");
    private static final CronExpression HOURLY = CronExpression.parse("0 * * * *");

    private final BackupPlanner planner =
            new BackupPlanner(new Backoff(Duration.ofMinutes(1), 2, Duration.ofHours(1), 0));
    private BackupScheduleState state = BackupScheduleState.NEW;

    private static Instant at(String time) {
        return Instant.parse("2026-11-" + time + ":00Z");
    }

    private static Request request(CronExpression schedule) {
        return new Request(schedule, false, false, Optional.empty());
    }

    private Plan plan(Request request, Instant now) {
        Plan plan = planner.plan(request, state, now);
        state = plan.state();
        return plan;
    }

    private Plan plan(Instant now) {
        return plan(request(DAILY), now);
    }

    /** Asks as the reconciler does, and returns the time of the attempt that is due. */
    private Optional<Instant> due(Instant now) {
        return due(request(DAILY), now);
    }

    private Optional<Instant> due(Request request, Instant now) {
        return plan(request, now).isDue() ? state.attempt().map(BackupAttempt::slot) : Optional.empty();
    }

    private void complete() {
        state = state.completed(state.attempt().orElseThrow().slot());
    }

    private void fail(Instant now) {
        state = planner.failed(state, state.attempt().orElseThrow(), now);
    }

    @Test
    void aNewScheduleWaitsForItsFirstTime() {
        assertThat(due(at("18T10:00"))).isEmpty();
        assertThat(state.next()).hasValue(at("19T02:30"));
        assertThat(due(at("19T02:29"))).isEmpty();
        assertThat(due(at("19T02:30"))).hasValue(at("19T02:30"));
        assertThat(state.next()).hasValue(at("20T02:30"));
    }

    @Test
    void anAttemptIsTheSameInEveryProcess() {
        plan(at("18T10:00"));
        due(at("19T02:30"));
        BackupScheduleState recorded = state;

        for (int i = 0; i < 5; i++) {
            assertThat(due(at("19T02:3" + i))).hasValue(at("19T02:30"));
            assertThat(state).isEqualTo(recorded);
        }
    }

    @Test
    void missedTimesCauseOneBackup() {
        plan(request(HOURLY), at("18T10:30"));

        assertThat(due(request(HOURLY), at("25T10:45"))).hasValue(at("25T10:00"));
        complete();
        assertThat(due(request(HOURLY), at("25T10:46"))).isEmpty();
        assertThat(state.next()).hasValue(at("25T11:00"));
    }

    @Test
    void aDayHasOneBackupForEachTime() {
        List<Instant> slots = new ArrayList<>();
        for (Instant now = at("18T00:00"); now.isBefore(at("19T00:00")); now = now.plusSeconds(17)) {
            Optional<Instant> slot = due(request(HOURLY), now);
            if (slot.isPresent()) {
                slots.add(slot.get());
                complete();
            }
        }
        assertThat(slots).hasSize(23).doesNotHaveDuplicates();
    }

    @Test
    void aSmallStepOfTheClockDoesNotRepeatABackup() {
        plan(at("18T10:00"));
        due(at("19T02:30"));
        complete();

        assertThat(due(at("19T02:29"))).isEmpty();
        assertThat(due(at("19T02:30"))).isEmpty();
        assertThat(due(at("19T02:31"))).isEmpty();
        assertThat(due(at("20T02:30"))).hasValue(at("20T02:30"));
    }

    @Test
    void aClockThatWasAheadDoesNotStopTheBackups() {
        plan(at("18T10:00"));
        Instant wrong = Instant.parse("2031-01-01T00:00:00Z");
        assertThat(due(wrong)).isPresent();
        complete();
        plan(wrong);

        assertThat(due(at("18T12:00"))).isEmpty();
        assertThat(state.next()).hasValue(at("19T02:30"));
        assertThat(due(at("19T02:30"))).hasValue(at("19T02:30"));
    }

    @Test
    void aClockThatWasAheadDoesNotDelayTheNextAttempt() {
        plan(at("18T10:00"));
        due(at("19T02:30"));
        fail(Instant.parse("2031-01-01T00:00:00Z"));

        assertThat(due(at("19T02:31"))).hasValue(at("19T02:30"));
    }

    @Test
    void aChangedScheduleStartsAtItsNextTime() {
        plan(at("18T10:20"));

        assertThat(due(new Request(HOURLY, false, true, Optional.empty()), at("18T10:21")))
                .isEmpty();
        assertThat(state.next()).hasValue(at("18T11:00"));
    }

    @Test
    void aMissedTimeStaysDueIfTheScheduleIsChanged() {
        plan(at("18T10:20"));

        assertThat(due(new Request(HOURLY, false, true, Optional.empty()), at("19T03:10")))
                .hasValue(at("19T03:00"));
    }

    @Test
    void aSuspendedScheduleDoesNotCatchUp() {
        plan(at("18T10:00"));
        Request suspended = new Request(DAILY, true, true, Optional.empty());

        assertThat(due(suspended, at("19T10:00"))).isEmpty();
        assertThat(state.next()).isEmpty();
        assertThat(due(at("25T10:00"))).isEmpty();
        assertThat(state.next()).hasValue(at("26T02:30"));
    }

    @Test
    void aStartedBackupIsCompletedWhileSuspendedButNotRetried() {
        plan(at("18T10:00"));
        due(at("19T02:30"));
        Request suspended = new Request(DAILY, true, false, Optional.empty());

        assertThat(due(suspended, at("19T02:31"))).hasValue(at("19T02:30"));
        fail(at("19T02:31"));
        assertThat(due(suspended, at("19T02:40"))).isEmpty();
        assertThat(state.attempt()).isEmpty();
    }

    @Test
    void failedAttemptsAreRetriedWithGrowingDelays() {
        plan(at("18T10:00"));
        Instant now = at("19T02:30");
        List<Long> minutes = new ArrayList<>();
        due(now);
        for (int i = 0; i < 9; i++) {
            fail(now);
            Instant next = state.attempt().orElseThrow().notBefore().orElseThrow();
            minutes.add(Duration.between(now, next).toMinutes());
            assertThat(due(next.minusSeconds(1))).isEmpty();
            assertThat(planner.rest(state, now)).hasValue(Duration.between(now, next));
            assertThat(due(next)).hasValue(at("19T02:30"));
            now = next;
        }
        assertThat(minutes).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L, 60L);
    }

    @Test
    void aRetryIsForTheNewestTimeAndKeepsItsDelay() {
        CronExpression often = CronExpression.parse("*/5 * * * *");
        plan(request(often), at("18T10:01"));
        due(request(often), at("18T10:05"));
        state = planner.failed(state, new BackupAttempt(at("18T10:05"), 4, Optional.empty()), at("18T10:05"));

        assertThat(due(request(often), at("18T10:10"))).isEmpty();
        assertThat(due(request(often), at("18T10:21"))).hasValue(at("18T10:20"));
        assertThat(state.attempt().orElseThrow().failures()).isEqualTo(5);
        assertThat(state.next()).hasValue(at("18T10:25"));
    }

    @Test
    void aChangedSpecIsTriedAtOnce() {
        plan(at("18T10:00"));
        due(at("19T02:30"));
        fail(at("19T02:30"));

        assertThat(due(new Request(DAILY, false, true, Optional.empty()), at("19T02:30")))
                .hasValue(at("19T02:30"));
        assertThat(state.attempt().orElseThrow().failures()).isZero();
    }

    @Test
    void aRequestCausesOneBackupAlsoWhileSuspended() {
        Request suspended = new Request(DAILY, true, false, Optional.of("r1"));
        Instant now = Instant.parse("2026-11-18T10:00:07.5Z");

        assertThat(due(suspended, now)).hasValue(Instant.parse("2026-11-18T10:00:07Z"));
        assertThat(state.handledRequest()).hasValue("r1");
        complete();
        assertThat(due(suspended, now.plusSeconds(60))).isEmpty();
        assertThat(due(new Request(DAILY, true, false, Optional.of("r2")), now.plusSeconds(60)))
                .isPresent();
    }

    @Test
    void aRequestEndsADelay() {
        plan(at("18T10:00"));
        due(at("19T02:30"));
        fail(at("19T02:30"));

        assertThat(due(new Request(DAILY, false, false, Optional.of("r1")), at("19T02:30")))
                .hasValue(at("19T02:30"));
    }

    @Test
    void restsUntilTheNextTime() {
        plan(at("18T10:00"));

        assertThat(planner.rest(state, at("19T02:00"))).hasValue(Duration.ofMinutes(30));
        assertThat(planner.rest(state, at("19T02:30"))).isEmpty();
        due(at("19T02:30"));
        assertThat(planner.rest(state, at("19T02:30")))
                .as("an attempt that is due")
                .isEmpty();
    }
}
