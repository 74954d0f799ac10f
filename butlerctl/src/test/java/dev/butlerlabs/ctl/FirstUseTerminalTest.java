package dev.butlerlabs.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.output.AnsiText;
import dev.butlerlabs.core.cli.testing.TmuxSession;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.ctl.cluster.ClusterBench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands of a new user in a real terminal: no line is wider than it, and every command says what it has to. */
@Tag("process")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FirstUseTerminalTest {
    private static final List<Integer> WIDTHS = List.of(40, 60, 80, 120, 200);
    private static final int ROWS = 60;

    @TempDir
    private static Path directory;

    private static ClusterBench bench;
    private static TmuxSession terminal;

    @BeforeAll
    static void start() {
        Assumptions.assumeTrue(TmuxSession.isInstalled(), "tmux is not installed");
        bench = ClusterBench.start(directory);
        bench.provider("rack-one");
        bench.run("create", "a-shop-with-a-long-name", "--provider=rack-one");
        terminal = TmuxSession.start(
                directory,
                80,
                ROWS,
                Map.of(
                        "HOME",
                        directory.toString(),
                        "BUTLER_HOME",
                        directory.resolve("butler").toString()));
    }

    @AfterAll
    static void stop() {
        if (terminal != null) {
            terminal.close();
            bench.close();
        }
    }

    static List<String> commands() {
        return LongSuite.every(
                2,
                0,
                List.of(
                        "butleradm --help | Usage: butleradm",
                        "butleradm help bootstrap | Usage: butleradm bootstrap",
                        "butleradm version | butleradm ",
                        "butleradm examples list | bootstrap-aws",
                        "butleradm doctor | problems,",
                        "butleradm context list | No contexts found",
                        "butleradm context current | error: No kubeconfig found",
                        "butleradm explain BTL-0300 | BTL-0300",
                        "butleradm timeline demo | error: No local log",
                        "butleradm rehearse -c ~/none.yaml | does not exist",
                        "butleradm init vmware | error: Unknown provider",
                        "butlerctl cluster list --kubeconfig ~ | a-shop",
                        "butlerctl cluster list -n team-a --kubeconfig ~ | team-a",
                        "butlerctl cluster get a-shop-with-a-long-name --kubeconfig ~ | a-shop",
                        "butlerctl cluster describe a-shop-with-a-long-name --kubeconfig ~ | Workers",
                        "butlerctl cluster get shpo --kubeconfig ~ | error: TenantCluster",
                        "butlerctl clsuter list | 'cluster'?"));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void noLineIsWiderThanTheTerminal(String line) throws IOException {
        String[] parts = line.split(" \\| ", -1);
        String command = parts[0];
        String text = parts[1];
        for (int width : LongSuite.every(WIDTHS.size(), command.length(), WIDTHS)) {
            run(command, width);
            List<String> rows = terminal.history();
            assertThat(rows).as("%s at %d columns", command, width).anyMatch(row -> row.contains(text));
            assertThat(rows).allSatisfy(row -> assertThat(AnsiText.width(row)).isLessThanOrEqualTo(width));
            assertThat(terminal.brokenLines())
                    .as("%s at %d columns", command, width)
                    .isEmpty();
        }
    }

    /** Types a command by the name of a file, so that the terminal does not show its long class path. */
    private static void run(String command, int width) throws IOException {
        List<String> words = Arrays.stream(command.split(" "))
                .map(word -> word.equals("~")
                        ? directory.resolve("management-kubeconfig").toString()
                        : word)
                .map(word -> word.replace("~", directory.toString()))
                .toList();
        Tool tool = words.getFirst().equals("butleradm") ? BothTools.BUTLERADM : BothTools.BUTLERCTL;
        String line = tool.commandLine(words.subList(1, words.size()).toArray(String[]::new)).stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
        Files.writeString(directory.resolve("r"), line + "\necho end\n");
        terminal.resize(width, ROWS);
        terminal.clear();
        terminal.type(". ~/r");
        terminal.await(command, rows -> rows.contains("end"));
    }
}
