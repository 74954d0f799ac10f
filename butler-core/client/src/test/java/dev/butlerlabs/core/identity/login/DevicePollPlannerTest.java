package dev.butlerlabs.core.identity.login;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.butlerlabs.core.identity.login.DevicePollPlanner.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DevicePollPlannerTest {
    private static final Instant START = Instant.parse("2026-05-01T12:00:00Z");
    private static final TokenResult PENDING = new TokenResult.Rejected("authorization_pending", "");
    private static final TokenResult SLOW_DOWN = new TokenResult.Rejected("slow_down", "");

    private final DevicePollPlanner planner = start(Duration.ofMinutes(10), Duration.ofHours(1));

    private static DevicePollPlanner start(Duration lifetime, Duration limit) {
        DeviceAuthorization device = new DeviceAuthorization(
                "secret", "ABCD", "https://sso.example.com/device", Optional.empty(), lifetime, Duration.ofSeconds(5));
        return DevicePollPlanner.start(device, limit, START);
    }

    private static Duration interval(Step step) {
        return ((Step.Again) step).planner().interval();
    }

    @Test
    void keepsTheIntervalWhileTheLoginIsPending() {
        assertEquals(Duration.ofSeconds(5), interval(planner.after(PENDING, START)));
    }

    @Test
    void addsFiveSecondsForEachRequestToSlowDown() {
        Step slower = planner.after(SLOW_DOWN, START);
        assertEquals(Duration.ofSeconds(10), interval(slower));
        DevicePollPlanner next = ((Step.Again) slower).planner();
        assertEquals(Duration.ofSeconds(15), interval(next.after(SLOW_DOWN, START)));
        assertEquals(Duration.ofSeconds(10), interval(next.after(PENDING, START)));
    }

    @Test
    void doublesTheIntervalWithoutAResponse() {
        assertEquals(Duration.ofSeconds(10), interval(planner.afterNoResponse(START)));
    }

    @Test
    void stopsBeforeARequestThatWouldBeTooLate() {
        assertEquals(Duration.ofSeconds(5), interval(planner.after(PENDING, START.plusSeconds(594))));
        assertEquals(new Step.Expired(), planner.after(PENDING, START.plusSeconds(595)));
        assertEquals(new Step.Expired(), planner.after(SLOW_DOWN, START.plusSeconds(594)));
    }

    @Test
    void theLimitOfTheCommandCountsIfItIsShorter() {
        assertEquals(
                START.plusSeconds(60),
                start(Duration.ofMinutes(10), Duration.ofMinutes(1)).deadline());
    }

    @Test
    void stopsWhenTheCodeHasExpired() {
        assertEquals(new Step.Expired(), planner.after(new TokenResult.Rejected("expired_token", ""), START));
    }

    @ParameterizedTest
    @ValueSource(strings = {"access_denied", "invalid_client", "server_error", ""})
    void stopsOnEveryOtherError(String error) {
        TokenResult.Rejected rejected = new TokenResult.Rejected(error, "words");
        assertEquals(new Step.Denied(rejected), planner.after(rejected, START));
    }

    @Test
    void finishesWithTokens() {
        TokenResult.Issued issued = new TokenResult.Issued(Optional.of("id"), Optional.empty());
        assertEquals(new Step.Finished(issued), planner.after(issued, START));
    }
}
