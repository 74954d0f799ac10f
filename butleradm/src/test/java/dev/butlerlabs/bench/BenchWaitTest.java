package dev.butlerlabs.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BenchWaitTest {
    private final List<String> messages = new ArrayList<>();
    private Duration now = Duration.ZERO;
    private final BenchWait wait =
            new BenchWait(Duration.ofSeconds(60), messages::add, () -> now.toNanos(), time -> now = now.plus(time));

    @Test
    void waitsAsLongAsTheCountGrows() throws InterruptedException {
        wait.count("ready", 5, () -> Math.floorDiv(now.toSeconds(), 50L), () -> "");
        assertThat(now).isBetween(Duration.ofSeconds(250), Duration.ofSeconds(251));
        assertThat(messages).startsWith("waiting, ready: 0/5").endsWith("waiting, ready: 4/5");
    }

    @Test
    void namesWhatIsMissingIfNothingChanges() {
        assertThatThrownBy(() -> wait.count("ready", 5, () -> 3, () -> "tenant-4 is Pending"))
                .isInstanceOf(BenchWait.TimeoutException.class)
                .hasMessage("ready: 3/5, no progress for 60 s. tenant-4 is Pending");
    }

    @Test
    void waitsUntilThereIsNoProblem() throws InterruptedException {
        wait.until("leader", () -> now.toSeconds() < 5 ? Optional.of("no lease") : Optional.empty());
        assertThat(now).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));
        assertThatThrownBy(() -> wait.until("leader", () -> Optional.of("no lease")))
                .hasMessage("leader: 0/1, no progress for 60 s. no lease");
    }

    @Test
    void isSettledWhenACountStays() throws InterruptedException {
        wait.settled("reconciliations", () -> Math.min(10, now.toSeconds()));
        assertThat(now).isEqualTo(Duration.ofSeconds(15));
        assertThatThrownBy(() -> wait.settled("reconciliations", () -> now.toSeconds()))
                .isInstanceOf(BenchWait.TimeoutException.class)
                .hasMessageStartingWith("reconciliations do not end: ");
    }
}
