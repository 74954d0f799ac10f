package dev.butlerlabs.adm.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.cli.testing.TmuxSession;
import dev.butlerlabs.core.cli.testing.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The dialogue of {@code init} in a real terminal. */
@Tag("process")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class InitTerminalTest {
    @TempDir
    private Path home;

    @BeforeAll
    static void requireTmux() {
        Assumptions.assumeTrue(TmuxSession.isInstalled(), "tmux is not installed");
    }

    @Test
    void asksWithoutShowingThePassword() throws IOException {
        try (InitBench bench = InitBench.start("nutanix", home);
                TmuxSession terminal = terminal(bench)) {
            awaitText(terminal, "Prism Central password (not shown):");
            terminal.type(bench.credential("password"));
            for (String question : List.of(
                    "Subnet of the machines:",
                    "Storage container of the disks:",
                    "Name of the cluster",
                    "Topology:",
                    "Number of workers",
                    "Virtual address of the Kubernetes API",
                    "First address for Services",
                    "Last address for Services")) {
                awaitText(terminal, question);
                terminal.press("Enter");
            }
            awaitText(terminal, "exit code 0");

            assertThat(String.join("\n", terminal.history()))
                    .contains("Wrote ")
                    .doesNotContain(bench.credential("password"));
            assertThat(Files.readString(bench.file())).contains("password: ", bench.credential("password"));
        }
    }

    @Test
    void writesNothingAfterCtrlC() throws IOException {
        try (InitBench bench = InitBench.start("nutanix", home);
                TmuxSession terminal = terminal(bench)) {
            awaitText(terminal, "Prism Central password (not shown):");
            terminal.press("C-c");
            awaitText(terminal, "exit code 130");

            assertThat(bench.file()).doesNotExist();
            awaitText(terminal, "\necho\n");
        }
    }

    private TmuxSession terminal(InitBench bench) throws IOException {
        TmuxSession terminal = TmuxSession.start(home, 120, 50, Map.of());
        terminal.type("clear; sh %s; echo exit code $?; stty -a | grep -o -w -e '-*echo'".formatted(script(bench)));
        return terminal;
    }

    private static void awaitText(TmuxSession terminal, String text) {
        terminal.await(text, rows -> String.join("\n", rows).contains(text));
    }

    private Path script(InitBench bench) throws IOException {
        List<String> words =
                new ArrayList<>(List.of("init", "nutanix", bench.file().toString()));
        words.addAll(bench.options());
        words.addAll(List.of("--set", "username=" + bench.credential("username")));
        String command = Tool.of("butleradm", Butleradm.class, Butleradm::commands)
                .commandLine(words.toArray(String[]::new))
                .stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
        return Files.writeString(home.resolve("run.sh"), "HOME='%s' exec %s\n".formatted(home, command));
    }
}
