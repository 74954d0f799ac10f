package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.bootstrap.state.ButlerHome;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.state.RunLock;
import dev.butlerlabs.core.bootstrap.state.RunLogFile;
import dev.butlerlabs.core.cli.output.AnsiText;
import dev.butlerlabs.core.cli.screen.ExpectedScreen;
import dev.butlerlabs.core.cli.testing.TmuxSession;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ResourceState;
import dev.butlerlabs.core.progress.RunSummary;
import dev.butlerlabs.core.progress.RunTimeline;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The live screen of the real tool in a real terminal. The tool follows a run whose log this test writes, so that every moment of it
 * can be looked at.
 */
@Tag("process")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LiveScreenTest {
    private static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);
    private static final List<Integer> WIDTHS = List.of(40, 60, 80, 120, 200);
    private static final String HINT = "Ctrl-C stops watching; the run continues.";

    @TempDir
    private Path directory;

    private ClusterDirectory cluster;
    private RunStory story;
    private TmuxSession terminal;

    @BeforeEach
    void openTerminal() {
        Assumptions.assumeTrue(TmuxSession.isInstalled(), "tmux is not on this machine");
        cluster = new ButlerHome(directory.resolve("home")).cluster("demo");
        terminal = TmuxSession.start(
                directory,
                80,
                30,
                Map.of("BUTLER_HOME", directory.resolve("home").toString()));
    }

    @AfterEach
    void closeTerminal() {
        if (terminal != null) {
            terminal.close();
        }
    }

    private static String words(String... arguments) {
        return BUTLERADM.commandLine(arguments).stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
    }

    /** Types a command by the name of a file, so that the terminal does not show its long class path. */
    private void run(String variables, String... arguments) throws IOException {
        Path script = directory.resolve("run");
        Files.writeString(script, "%s %s\necho \"exit $?\"\n".formatted(variables, words(arguments)));
        terminal.type("clear; echo before; . " + script);
    }

    @Test
    void neverShowsAGhostLineOrAWiderLineWhileItIsResized() throws Exception {
        try (RunLock _ = RunLock.take(cluster, Clock.systemUTC())) {
            story = new RunStory(cluster.events(), Clock.systemUTC());
            story.start();
            run("", "bootstrap", "attach", "demo");
            awaitScreen("Starting machines");
            assertThat(terminal.isFullScreen()).isTrue();
            for (int width : WIDTHS) {
                resizeAndCheck(width, 30);
            }
            story.runMachines();
            story.installAddons();
            awaitScreen("Installing addons");
            for (int width : WIDTHS.reversed()) {
                resizeAndCheck(width, 24);
            }
            resizeAndCheck(40, 10);
            terminal.type("typed");
            terminal.press("Enter");
            resizeAndCheck(80, 30);
            story.end();
        }
        List<String> rows = terminal.await("the end", shown -> shown.contains("exit 0"));
        assertThat(terminal.isFullScreen()).isFalse();
        assertThat(rows).first().isEqualTo("before");
        assertThat(rows).contains("✓ bootstrap " + summary().line());
        assertThat(rows).contains("↯ injected: response lost for cp-1; machine found again, no duplicate");
        assertThat(terminal.history())
                .as("nothing of the screen is left")
                .noneMatch(row -> row.startsWith("Ctrl-C") || row.startsWith("bootstrap demo"));
    }

    private RunSummary summary() {
        return RunSummary.of(
                RunTimeline.of(new RunLogFile(cluster.events()).news()).last().orElseThrow());
    }

    private List<String> awaitScreen(String text) {
        return terminal.await(
                text,
                rows -> rows.getFirst().startsWith("bootstrap demo")
                        && HINT.startsWith(rows.getLast().replace("…", ""))
                        && rows.stream().anyMatch(row -> row.contains(text)));
    }

    /** Waits until every row is as it has to be: a ghost line would stay. */
    private void resizeAndCheck(int columns, int rows) {
        terminal.resize(columns, rows);
        story.reporter().machine("demo-cp-2", "10.20.30.12", ResourceState.RUNNING, "at %d".formatted(columns));
        List<ProgressEvent> events = new RunLogFile(cluster.events()).news();
        List<String> shown = terminal.await(
                "the screen at %d x %d".formatted(columns, rows),
                now -> settled(now)
                        .equals(settled(
                                ExpectedScreen.rows("demo", events, AnsiText.cut(HINT, columns - 1), columns, rows))));
        assertThat(shown).allSatisfy(row -> assertThat(AnsiText.width(row)).isLessThanOrEqualTo(columns));
    }

    /** Hides the times, which pass while this test compares. */
    private static List<String> settled(List<String> rows) {
        return rows.stream().map(row -> row.replaceAll("[0-9]", "0")).toList();
    }

    @Test
    void printsLinesIfTheTerminalCannotBeRedrawnOrColorIsRefused() throws Exception {
        try (RunLock _ = RunLock.take(cluster, Clock.systemUTC())) {
            story = new RunStory(cluster.events(), Clock.systemUTC());
            story.start();
            story.runMachines();
            story.installAddons();
            story.end();
        }
        for (String variable : List.of("NO_COLOR=1", "TERM=dumb")) {
            run(variable, "bootstrap", "attach", "demo");
            List<String> rows = terminal.await(variable, shown -> shown.contains("exit 0"));
            assertThat(rows).anyMatch(row -> row.matches("\\d\\d:\\d\\d:\\d\\d done: Starting machines: .*"));
            assertThat(String.join("\n", rows))
                    .contains("finished: bootstrap " + summary().duration());
        }
    }

    @Test
    void endsCleanlyWithOneSentenceWhenInterrupted() throws Exception {
        terminal.resize(60, 24);
        run(
                "",
                "rehearse",
                "-c",
                ProjectRoot.find()
                        .resolve("configs/examples/bootstrap-nutanix.yaml")
                        .toString());
        terminal.await("the screen", rows -> rows.getFirst().startsWith("rehearsal butler-nutanix"));
        terminal.press("C-c");
        List<String> rows = terminal.await("the end", shown -> shown.contains("exit 130"));
        assertThat(terminal.isFullScreen()).isFalse();
        assertThat(String.join(" ", rows.stream().map(String::strip).toList()))
                .contains("Rehearsal stopped; only its log is kept. To start over, run the same command again.");
        assertThat(rows).allSatisfy(row -> assertThat(AnsiText.width(row)).isLessThanOrEqualTo(60));
    }
}
