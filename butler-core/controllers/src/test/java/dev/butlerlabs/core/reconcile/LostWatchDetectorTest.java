package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LostWatchDetectorTest {
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final LostWatchDetector watches = new LostWatchDetector(() -> now);

    @Test
    void acceptsANewWatchThatHasReceivedNothingYet() {
        assertThat(watches.isLost("teams", false)).isFalse();

        now = now.plus(LostWatchDetector.GRACE).minusSeconds(1);
        assertThat(watches.isLost("teams", false)).isFalse();
    }

    @Test
    void reportsAWatchThatIsSilentForLongerThanTheTimeBetweenBookmarks() {
        watches.isLost("teams", false);
        now = now.plus(LostWatchDetector.GRACE);

        assertThat(watches.isLost("teams", false)).isTrue();
        assertThat(watches.isLost("users", false)).isFalse();
    }

    @Test
    void countsFromTheLastSignOfAWatch() {
        watches.isLost("teams", false);
        now = now.plus(LostWatchDetector.GRACE);
        assertThat(watches.isLost("teams", true)).isFalse();
        assertThat(watches.isLost("teams", false)).isFalse();

        now = now.plus(Duration.ofMinutes(5));
        assertThat(watches.isLost("teams", false)).isTrue();
    }
}
