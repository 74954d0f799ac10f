package dev.butlerlabs.core.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.TerminalSize;
import dev.butlerlabs.core.cli.output.AnsiText;
import dev.butlerlabs.core.cli.output.TerminalColors;
import dev.butlerlabs.core.testing.SteppedClock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ScreenWriterTest {
    private static final String HINT = "Ctrl-C stops.";

    private final ScreenWriter writer = new ScreenWriter();

    private static List<String> expected(List<String> lines, int rows) {
        List<String> all = new ArrayList<>(lines.stream()
                .map(AnsiText::withoutColor)
                .map(String::stripTrailing)
                .toList());
        while (all.size() < rows - 1) {
            all.add("");
        }
        all.add(HINT);
        return all;
    }

    @Test
    void everyFrameIsExactlyWhatTheLayoutSaysWhileTheTerminalIsResized() {
        SteppedClock clock = new SteppedClock();
        ScreenModelBuilder model = new ScreenModelBuilder("demo");
        Random random = new Random(26);
        TerminalEmulator terminal = new TerminalEmulator(80, 24);
        terminal.write(ScreenWriter.ENTER);
        int[] size = {80, 24};
        new ScreenStory(clock, event -> {
                    model.add(event);
                    if (random.nextInt(4) == 0) {
                        size[0] = 40 + random.nextInt(261);
                        size[1] = 3 + random.nextInt(60);
                        terminal.resize(size[0], size[1]);
                    }
                    TerminalSize now = new TerminalSize(size[0], size[1]);
                    List<String> lines = ScreenLayout.lines(
                            model.model(clock.instant()).orElseThrow(),
                            new TerminalSize(size[0], size[1] - 1),
                            TerminalColors.COLOURED,
                            ZoneOffset.UTC);
                    terminal.write(writer.frame(lines, HINT, now));
                    assertThat(terminal.rows()).isEqualTo(expected(lines, size[1]));
                })
                .tellToTheMiddle();
        assertThat(terminal.overflows()).isEmpty();
        terminal.write(ScreenWriter.LEAVE);
        assertThat(terminal.isAlternate()).isFalse();
    }

    @Test
    void writesOnlyLinesThatChanged() {
        TerminalSize size = new TerminalSize(40, 6);
        assertThat(writer.frame(List.of("one", "two"), HINT, size)).contains("one", "two");
        assertThat(writer.frame(List.of("one", "2"), HINT, size))
                .doesNotContain("one")
                .contains("2");
        writer.invalidate();
        assertThat(writer.frame(List.of("one", "2"), HINT, size)).contains("one");
    }

    @Test
    void removesLinesThatAreGone() {
        TerminalSize size = new TerminalSize(40, 6);
        TerminalEmulator terminal = new TerminalEmulator(40, 6);
        terminal.write(writer.frame(List.of("one", "two", "three"), HINT, size));
        terminal.write(writer.frame(List.of("one"), HINT, size));
        assertThat(terminal.rows()).containsExactly("one", "", "", "", "", HINT);
    }

    @Test
    void typedKeysAreErasedAndDoNotScrollTheFrame() {
        TerminalSize size = new TerminalSize(40, 4);
        TerminalEmulator terminal = new TerminalEmulator(40, 4);
        terminal.write(ScreenWriter.ENTER + writer.frame(List.of("one", "two"), HINT, size));
        terminal.write("typed\n\nmore");
        terminal.write(writer.frame(List.of("one", "two"), HINT, size));
        assertThat(terminal.rows()).containsExactly("one", "two", "", HINT);
    }

    @Test
    void aFullLineKeepsItsLastCharacter() {
        TerminalSize size = new TerminalSize(8, 3);
        TerminalEmulator terminal = new TerminalEmulator(8, 3);
        terminal.write(ScreenWriter.ENTER + writer.frame(List.of("12345678"), "", size));
        assertThat(terminal.rows().getFirst()).isEqualTo("12345678");
    }
}
