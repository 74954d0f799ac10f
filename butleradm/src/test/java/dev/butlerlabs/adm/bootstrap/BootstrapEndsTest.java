package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.ToolRun;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the real program says and leaves when a bootstrap does not end by itself. */
@Tag("process")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class BootstrapEndsTest {
    @TempDir
    private Path folder;

    private PrismWorld world;

    @BeforeEach
    void start() {
        world = new PrismWorld(folder);
    }

    @AfterEach
    void stop() {
        world.close();
    }

    @Test
    void tellsHowToGoOnAndHowToGiveUpWhenInterrupted() throws Exception {
        Path file = world.file();
        Process run = world.butleradm().start("bootstrap", "nutanix", "-c", file.toString());
        try (BufferedReader err = run.errorReader()) {
            awaitLine(err, "Preparing cluster secrets");
            new ProcessBuilder("kill", "-INT", Long.toString(run.pid())).start().waitFor();
            String rest = err.lines().collect(Collectors.joining("\n"));
            assertThat(run.waitFor()).isEqualTo(130);
            assertThat(rest)
                    .contains(
                            "Stopping within",
                            "to resume, run the same command again",
                            "butleradm destroy demo -c " + file);
        } finally {
            run.destroyForcibly();
        }
        assertThat(world.cluster().resolve("owner")).exists();
        assertThat(world.cluster().resolve("engine")).isDirectory();
    }

    private static void awaitLine(BufferedReader lines, String part) throws Exception {
        StringBuilder seen = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.contains(part)) {
                return;
            }
            seen.append(line).append('\n');
        }
        throw new AssertionError("'%s' is not among:%n%s".formatted(part, seen));
    }

    @Test
    void takesAwayTheEngineThatAFinishedRunHasLeft() throws Exception {
        Path store = Files.createDirectories(world.cluster().resolve("engine/store"));
        Files.writeString(store.resolve("log"), "secrets");
        Files.writeString(world.cluster().resolve("finished"), "");
        ToolRun run = world.butleradm()
                .runProcess("bootstrap", "nutanix", "-c", world.file().toString());
        assertThat(run.exitCode()).isEqualTo(6);
        assertThat(run.err()).contains("Cluster demo already exists", "butleradm destroy demo");
        assertThat(world.cluster().resolve("engine")).doesNotExist();
    }
}
