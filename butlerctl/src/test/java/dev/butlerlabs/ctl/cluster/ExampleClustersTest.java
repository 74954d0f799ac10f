package dev.butlerlabs.ctl.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples that people begin with are applied, compared and exported again. */
class ExampleClustersTest {
    @TempDir
    private static Path folder;

    private static ClusterBench bench;

    @BeforeAll
    static void start() {
        bench = ClusterBench.start(folder);
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @AfterEach
    void forgetAll() {
        bench.forgetAll();
    }

    static Stream<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(ProjectRoot.find().resolve("configs/examples"))) {
            return files
                    .filter(file -> file.getFileName().toString().startsWith("cluster-"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @Test
    void thereAreSome() throws IOException {
        assertThat(examples()).hasSizeGreaterThanOrEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void isAppliedAndComesBackAsItWasWritten(Path example) throws IOException {
        ToolRun applied = bench.run("create", "-f", example.toString());

        assertThat(applied.exitCode()).as(applied.err()).isZero();
        assertThat(bench.run("diff", "-f", example.toString())).isEqualTo(new ToolRun(0, "", ""));
        Path exported = Files.writeString(
                folder.resolve("exported.yaml"), bench.run("export", "--all").out());
        assertThat(bench.run("diff", "-f", exported.toString())).isEqualTo(new ToolRun(0, "", ""));
        assertThat(Files.readAllLines(exported).stream().filter(line -> line.contains("kubernetesVersion")))
                .hasSameSizeAs(versions(example));
    }

    private static List<String> versions(Path example) throws IOException {
        return Files.readAllLines(example).stream()
                .filter(line -> line.contains("kubernetesVersion"))
                .toList();
    }
}
