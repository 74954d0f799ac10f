package dev.butlerlabs.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.ctl.cluster.ClusterBench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Both tools, as processes, find the management cluster that a bootstrap left in the directory of Butler. */
@Tag("process")
class ButlerHomeTest {
    @TempDir
    private Path folder;

    static Stream<Arguments> cases() {
        return Stream.of(
                Arguments.of(BothTools.BUTLERCTL, List.of("cluster", "list"), "BUTLER_HOME", ""),
                Arguments.of(BothTools.BUTLERCTL, List.of("cluster", "list"), "HOME", ".butler"),
                Arguments.of(BothTools.BUTLERADM, List.of("provider", "list"), "BUTLER_HOME", ""),
                Arguments.of(BothTools.BUTLERADM, List.of("addon", "list"), "HOME", ".butler"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void findsTheManagementClusterOfTheDirectory(Tool tool, List<String> words, String variable, String below)
            throws IOException {
        Path home = folder.resolve("home");
        try (ClusterBench bench = ClusterBench.start(folder)) {
            Path butler = Files.createDirectories(home.resolve(below));
            Files.copy(bench.kubeconfig(), butler.resolve("demo-kubeconfig"));
            Files.createFile(butler.resolve("demo-talosconfig"));

            ToolRun run = tool.with(variable, home.toString()).runProcess(words.toArray(String[]::new));

            assertThat(run.exitCode()).as(run.err()).isZero();
        }
        ToolRun gone = tool.with(variable, folder.resolve("empty").toString()).runProcess(words.toArray(String[]::new));
        assertThat(gone.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(gone.err()).contains(folder.resolve("empty").resolve(below).toString());
    }
}
