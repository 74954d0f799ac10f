package dev.butlerlabs.adm.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StatusWatchTest {
    @Test
    void aFramePositionsEveryLineAndContainsNoLineBreak() {
        String frame = StatusWatch.frame(Instant.parse("2026-11-17T12:00:00.5Z"), "one\ntwo\n", Duration.ofSeconds(5));

        assertThat(frame)
                .isEqualTo("\u001b[1;1H2026-11-17T12:00:00Z, every 5 s, Ctrl-C to stop\u001b[K"
                        + "\u001b[2;1Hone\u001b[K\u001b[3;1Htwo\u001b[K\u001b[J");
    }

    @Test
    void storedTextsCannotControlTheTerminal() {
        assertThat(StatusText.oneLine("a\u001b[2Jb\nc")).isEqualTo("a [2Jb c");
    }
}
