package dev.butlerlabs.core.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.MessagePrinter;
import dev.butlerlabs.core.cli.TerminalSize;
import dev.butlerlabs.core.cli.output.TerminalColors;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.testing.SteppedClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final SteppedClock clock = new SteppedClock();
    private final List<String> lines = new ArrayList<>();

    @Test
    void plainLinesSayWhatIsAwaitedAndSinceWhen() {
        tellTheStory(new PlainProgress(lines::add, false, ZoneOffset.UTC));
        assertThat(lines)
                .containsExactly(
                        "00:00:00 started: Starting machines",
                        "00:00:05 waiting: Starting machines: cp-1 has no address (since 00:00:05, 0s)",
                        "00:00:35 waiting: Starting machines: cp-1 has no address (since 00:00:05, 30s)",
                        "00:00:40 waiting: Starting machines: cp-2 has no address (since 00:00:40, 0s)",
                        "00:00:40 warning: quota is nearly used up",
                        "00:01:10 done: Starting machines: 3 running (1m)",
                        "00:01:10 started: Talos",
                        "00:01:10 failed: Talos: the node refused (0s)");
    }

    @Test
    void quietKeepsWarningsAndFailures() {
        tellTheStory(new PlainProgress(lines::add, true, ZoneOffset.UTC));
        assertThat(lines)
                .containsExactly(
                        "00:00:40 warning: quota is nearly used up", "00:01:10 failed: Talos: the node refused (0s)");
    }

    @Test
    void jsonLinesCarryEveryEvent() {
        tellTheStory(new JsonProgress(lines::add, false));
        assertThat(lines)
                .hasSize(10)
                .startsWith(
                        "{\"time\":\"1970-01-01T00:00:00Z\",\"event\":\"started\",\"step\":\"Machines\",\"title\":\"Starting machines\"}",
                        "{\"time\":\"1970-01-01T00:00:05Z\",\"event\":\"waiting\",\"step\":\"Machines\",\"reason\":\"cp-1 has no address\","
                                + "\"since\":\"1970-01-01T00:00:05Z\"}");
    }

    @Test
    void theLiveScreenEndsWithWhatCameOfEveryStep() {
        Screen screen = new Screen();
        MessagePrinter messages = new MessagePrinter(screen.stream(), () -> new TerminalSize(60, 24), true, true);
        LiveProgress live = new LiveProgress(messages::print, messages::foot, TerminalColors.PLAIN, () -> 60, clock);
        ProgressReporter reporter = new ProgressReporter(live, clock);
        ProgressStep step = reporter.start("Machines", "Starting machines");
        clock.pass(5);
        step.waiting("an address of a machine whose name is far too long for this narrow screen");
        assertThat(screen.rows())
                .hasSize(1)
                .allSatisfy(row -> assertThat(row)
                        .startsWith("▶ Starting machines: an address")
                        .endsWith("… (0s)")
                        .hasSizeLessThanOrEqualTo(60));
        messages.print("a log line");
        assertThat(screen.rows()).hasSize(2).first().isEqualTo("a log line");
        step.done("3 running");
        live.close();
        assertThat(screen.rows()).containsExactly("a log line", "✓ Starting machines: 3 running (5s)");
    }

    private void tellTheStory(Progress progress) {
        ProgressReporter reporter = new ProgressReporter(progress, clock);
        ProgressStep machines = reporter.start("Machines", "Starting machines");
        clock.pass(5);
        machines.waiting("cp-1 has no address");
        clock.pass(10);
        machines.waiting("cp-1 has no address");
        clock.pass(20);
        machines.waiting("cp-1 has no address");
        clock.pass(5);
        machines.waiting("cp-2 has no address");
        reporter.warning("quota is nearly used up");
        clock.pass(30 - 1);
        machines.waiting("cp-2 has no address");
        clock.pass(1);
        machines.done("3 running");
        reporter.start("Talos", "Talos").failed("the node refused");
    }

    /** As much of a terminal as the live display uses: going up some lines and clearing below. */
    private static final class Screen {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        PrintStream stream() {
            return new PrintStream(bytes, true, StandardCharsets.UTF_8);
        }

        List<String> rows() {
            List<String> rows = new ArrayList<>();
            for (String line : bytes.toString(StandardCharsets.UTF_8).split("\n", -1)) {
                String rest = line.replace("\u001b[?7l", "").replace("\u001b[?7h", "");
                while (rest.startsWith("\u001b[")) {
                    int up = rest.indexOf('A');
                    int count = Integer.parseInt(rest.substring(2, up));
                    rows.subList(rows.size() - count, rows.size()).clear();
                    rest = rest.substring(up + "A\u001b[J".length());
                }
                if (!rest.isEmpty()) {
                    rows.add(rest);
                }
            }
            return rows;
        }
    }
}
