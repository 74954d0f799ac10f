package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.core.testing.TestAwait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run, as a process, whose directory is deleted. */
@Tag("slow")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DeletedHomeTest {
    @TempDir
    private Path folder;

    @Test
    void stopsBeforeItCreatesMore() throws Exception {
        LongSuite.assumeEnabled();
        try (PrismWorld world = new PrismWorld(folder)) {
            Process run = world.butleradm()
                    .start("bootstrap", "-c", world.file().toString(), "--engine", "embedded", "--skip-preflight");
            TestAwait.upTo(Duration.ofMinutes(3), "the first machine")
                    .until(() -> !run.isAlive() || !world.prism().machines().isEmpty());
            delete(world.home());

            ToolRun ended = Tool.finish(run);

            assertThat(ended.exitCode()).as(ended.err()).isEqualTo(ErrorKind.ENVIRONMENT.exitCode());
            assertThat(ended.err()).contains("was deleted during the run", "butleradm orphans", "--owner");
            assertThat(ended.err()).doesNotContain("are kept");
            assertThat(world.home().resolve("demo-kubeconfig")).doesNotExist();
        }
    }

    private static void delete(Path home) throws IOException {
        try (Stream<Path> all = Files.walk(home)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        }
    }
}
