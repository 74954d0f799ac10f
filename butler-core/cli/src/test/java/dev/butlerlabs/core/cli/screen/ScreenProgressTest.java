package dev.butlerlabs.core.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.MessagePrinter;
import dev.butlerlabs.core.cli.TerminalSize;
import dev.butlerlabs.core.cli.output.TerminalColors;
import dev.butlerlabs.core.testing.SteppedClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ScreenProgressTest {
    private static final TerminalSize SIZE = new TerminalSize(80, 50);

    private final SteppedClock clock = new SteppedClock();
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final MessagePrinter messages =
            new MessagePrinter(new PrintStream(written, true, StandardCharsets.UTF_8), () -> SIZE, true, true);
    private final TerminalEmulator terminal = new TerminalEmulator(SIZE.columns(), SIZE.rows());
    private final ScreenProgress screen =
            new ScreenProgress(messages, () -> SIZE, TerminalColors.COLOURED, clock, "demo", "Ctrl-C stops.");

    private String drawn() {
        String text = written.toString(StandardCharsets.UTF_8);
        written.reset();
        return text;
    }

    @Test
    void showsNothingBeforeTheFirstEvent() {
        screen.draw();
        assertThat(drawn()).isEmpty();
        screen.close();
        assertThat(drawn()).isEmpty();
    }

    @Test
    void linesOfOtherCodeAreEventsAndAppearAfterTheEnd() {
        new ScreenStory(clock, screen).tellToTheMiddle();
        screen.draw();
        messages.print("a log line");
        messages.record("a result");
        screen.draw();
        terminal.write(drawn());
        assertThat(terminal.isAlternate()).isTrue();
        assertThat(terminal.rows()).anyMatch(row -> row.endsWith("a log line"));
        assertThat(terminal.rows()).noneMatch(row -> row.contains("a result"));

        screen.close();
        assertThat(drawn()).isEqualTo(ScreenWriter.LEAVE + "a log line\na result\n");
    }

    @Test
    void isNeverEnteredAgainAfterTheEnd() {
        new ScreenStory(clock, screen).tellToTheMiddle();
        screen.close();
        screen.draw();
        assertThat(drawn()).isEmpty();
        messages.print("direct");
        assertThat(drawn()).isEqualTo("direct\n");
    }
}
