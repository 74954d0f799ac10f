package dev.butlerlabs.adm.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.cli.testing.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
        Assumptions.assumeTrue(TmuxSession.isPossible(), "tmux is not installed");
    }

    @Test
    void asksWithoutShowingThePassword() throws IOException {
        try (InitBench bench = InitBench.start("nutanix", home);
                TmuxSession terminal = TmuxSession.start(script(bench))) {
            terminal.await("Prism Central password (not shown):");
            terminal.type("-l", bench.credential("password"));
            terminal.type("Enter");
            for (String question : List.of(
                    "Subnet of the machines:",
                    "Storage container of the disks:",
                    "Name of the cluster",
                    "Topology:",
                    "Number of workers",
                    "Virtual address of the Kubernetes API",
                    "First address for Services",
                    "Last address for Services")) {
                terminal.await(question);
                terminal.type("Enter");
            }
            terminal.await("exit code 0");

            assertThat(terminal.screen()).contains("Wrote ").doesNotContain(bench.credential("password"));
            assertThat(Files.readString(bench.file())).contains("password: ", bench.credential("password"));
        }
    }

    @Test
    void writesNothingAfterCtrlC() throws IOException {
        try (InitBench bench = InitBench.start("nutanix", home);
                TmuxSession terminal = TmuxSession.start(script(bench))) {
            terminal.await("Prism Central password (not shown):");
            terminal.type("C-c");
            terminal.await("exit code 130");

            assertThat(bench.file()).doesNotExist();
            terminal.await("\necho\n");
        }
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
