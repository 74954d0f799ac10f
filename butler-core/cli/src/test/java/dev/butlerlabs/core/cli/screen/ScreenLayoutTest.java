package dev.butlerlabs.core.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.TerminalSize;
import dev.butlerlabs.core.cli.output.AnsiText;
import dev.butlerlabs.core.cli.output.TerminalColors;
import dev.butlerlabs.core.progress.RunSummary;
import dev.butlerlabs.core.testing.SteppedClock;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScreenLayoutTest {
    private final SteppedClock clock = new SteppedClock();
    private final ScreenModelBuilder builder = new ScreenModelBuilder("demo");

    private ScreenModel model() {
        return builder.model(clock.instant()).orElseThrow();
    }

    private ScreenModel middle() {
        new ScreenStory(clock, builder::add).tellToTheMiddle();
        return model();
    }

    private static List<String> lines(ScreenModel model, int columns, int rows) {
        return ScreenLayout.lines(model, new TerminalSize(columns, rows), TerminalColors.PLAIN, ZoneOffset.UTC);
    }

    @ParameterizedTest
    @EnumSource(TerminalColors.class)
    @Tag("slow")
    void noLineIsWiderThanAnyTerminalAndNoScreenIsHigher(TerminalColors ink) {
        ScreenModel model = middle();
        for (int columns = 40; columns <= 300; columns++) {
            for (int rows : new int[] {1, 3, 8, 16, 23, 50}) {
                List<String> lines = ScreenLayout.lines(model, new TerminalSize(columns, rows), ink, ZoneOffset.UTC);
                assertThat(lines.size()).as("%d x %d", columns, rows).isBetween(1, rows);
                int widest = lines.stream().mapToInt(AnsiText::width).max().orElse(0);
                assertThat(widest).as("%d x %d", columns, rows).isLessThanOrEqualTo(columns);
                String text = AnsiText.withoutColor(String.join("", lines));
                assertThat(text.chars().anyMatch(Character::isISOControl)).isFalse();
            }
        }
    }

    @Test
    void showsStepsMachinesAddonsFaultsAndEvents() {
        List<String> lines = lines(middle(), 80, 50);
        assertThat(lines)
                .containsSubsequence(
                        "rehearsal demo" + " ".repeat(62) + "1:27",
                        "4/5 steps, 3/5 machines, 2/9 addons, 1 fault injected, 1 handled",
                        "✓ Checking the infrastructure: 8 checks" + " ".repeat(37) + "0:03",
                        "▶ Installing addons" + " ".repeat(57) + "1:10",
                        "MACHINE  ADDRESS      STATE",
                        "cp-0     10.20.30.10  ready",
                        "cp-4     10.20.30.14  running",
                        "Addons 2/9 ready",
                        "↯ injected: response lost for cp-1; machine found again, no duplicate",
                        "Events");
        assertThat(lines).anyMatch(line -> line.startsWith("✓ cilium"));
        assertThat(lines).anyMatch(line -> line.contains("▶ longhorn"));
        assertThat(lines)
                .anyMatch(line -> line.startsWith("  2/9 addons ready; longhorn") && line.endsWith("for 1:05"));
    }

    @Test
    void putsMachinesBesideTheStepsIfTheTerminalIsWide() {
        assertThat(lines(middle(), 120, 50))
                .anyMatch(line -> line.startsWith("✓ Checking the infrastructure") && line.contains("MACHINE"));
    }

    @Test
    void foldsTheLeastImportantFirst() {
        ScreenModel model = middle();
        assertThat(lines(model, 80, 24))
                .contains("Events", "cp-4     10.20.30.14  running")
                .anyMatch(line -> line.startsWith("✓ cilium"))
                .noneMatch(String::isEmpty);
        assertThat(lines(model, 80, 14))
                .contains("cp-4     10.20.30.14  running", "Addons 2/9 ready")
                .noneMatch(line -> line.startsWith("✓ cilium"))
                .noneMatch("Events"::equals)
                .anyMatch(line -> line.startsWith("✓ 3 steps done"));
        assertThat(lines(model, 80, 8))
                .contains("Machines 3/5 ready", "Addons 2/9 ready")
                .anyMatch(line -> line.startsWith("▶ Installing addons"))
                .anyMatch(line -> line.startsWith("↯ injected: response lost"));
    }

    @Test
    void foldedMachinesAreThoseThatDoNotChangeAnyMore() {
        List<String> lines = lines(middle(), 80, 11);
        assertThat(lines).anyMatch(line -> line.startsWith("cp-3") && line.endsWith("running"));
        assertThat(lines).noneMatch(line -> line.startsWith("cp-0"));
        assertThat(lines).anyMatch(line -> line.matches("… \\d more, 3/5 ready"));
    }

    @Test
    void usesTheFreeRowsForEvents() {
        long few = eventsShown(30);
        long many = eventsShown(50);
        assertThat(many).isGreaterThan(few);
    }

    private long eventsShown(int rows) {
        return lines(middle(), 80, rows).stream()
                .filter(line -> line.matches("\\d\\d:\\d\\d:\\d\\d .*"))
                .count();
    }

    @Test
    void theTotalsAreThoseOfTheTimeline() {
        ScreenModel model = middle();
        assertThat(lines(model, 200, 50).get(1))
                .isEqualTo(String.join(", ", RunSummary.of(model.run()).counts()));
    }

    @Test
    void logLinesAreEvents() {
        middle();
        builder.addLine(clock.instant(), "\u001b[33ma log line\u001b[0m\u0007");
        assertThat(lines(model(), 80, 50).getLast()).isEqualTo("00:01:27 a log line ");
    }
}
