package dev.butlerlabs.adm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What only a process with real streams can show. */
@Tag("process")
class StreamsTest {
    private static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);

    @Test
    void aReaderWhoLeavesEarlyIsNoFailure() throws IOException {
        ToolRun run =
                shell("set -o pipefail; { " + words("completion", "bash") + "; echo \"exit $?\" >&2; } | head -n 1");
        assertThat(run.out().lines()).hasSize(1);
        assertThat(run.err()).isEqualTo("exit 0\n");
    }

    @Test
    void aFullDiskIsAFailure() throws IOException {
        Assumptions.assumeTrue(Files.exists(Path.of("/dev/full")), "/dev/full is not on this machine");
        ToolRun run = shell(words("completion", "bash") + " > /dev/full");
        assertThat(run.exitCode()).isEqualTo(10);
        assertThat(run.err()).startsWith("error: Cannot write to standard output: No space left on device.\n");
    }

    @Test
    void colourNeedsATerminal() {
        assertThat(BUTLERADM.runProcess("explain").out()).doesNotContain("\u001b[");
    }

    @Test
    void aTerminalGetsColourUnlessRefused() throws IOException {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "script is not on this machine");
        String inTerminal = "TERM=xterm script -qec '%s' /dev/null < /dev/null";
        assertThat(shell(inTerminal.formatted(words("explain"))).out()).contains("\u001b[1mCODE");
        assertThat(shell("NO_COLOR= " + inTerminal.formatted(words("explain"))).out())
                .doesNotContain("\u001b[1m");
    }

    private static String words(String... arguments) {
        return BUTLERADM.commandLine(arguments).stream()
                .map(word -> "\"" + word + "\"")
                .collect(Collectors.joining(" "));
    }

    private static ToolRun shell(String program) throws IOException {
        Process process = new ProcessBuilder(List.of("bash", "-c", program)).start();
        process.getOutputStream().close();
        return Tool.finish(process);
    }
}
