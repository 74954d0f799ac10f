package dev.butlerlabs.core.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServerTimeTest {
    private static final Instant LOCAL = Instant.parse("2026-01-01T10:00:00.900Z");

    @Test
    void keepsTheMoreExactLocalTimeIfTheClocksAgree() {
        assertEquals(LOCAL, ServerTime.choose(LOCAL, Optional.of(Instant.parse("2026-01-01T10:00:00Z"))));
        assertEquals(LOCAL, ServerTime.choose(LOCAL, Optional.empty()));
    }

    @Test
    void returnsTheTimeOfTheServerIfTheClocksDiffer() {
        Instant server = Instant.parse("2026-01-01T10:20:00Z");

        assertEquals(server, ServerTime.choose(LOCAL, Optional.of(server)));
    }
}
