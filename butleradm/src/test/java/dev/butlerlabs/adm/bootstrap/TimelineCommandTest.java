package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.bootstrap.state.ButlerHome;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.TestAwait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class TimelineCommandTest {
    @TempDir
    private Path directory;

    private ClusterDirectory cluster;
    private Tool butleradm;

    @BeforeEach
    void writeLog() throws IOException {
        Path home = directory.resolve("home");
        cluster = new ButlerHome(home).cluster("demo");
        Files.createDirectories(cluster.folder());
        RunStory story = new RunStory(cluster.events(), Clock.systemUTC());
        story.start();
        story.runMachines();
        story.installAddons();
        story.end();
        butleradm = Tool.of("butleradm", Butleradm.class, Butleradm::commands)
                .with("BUTLER_HOME", home.toString())
                .with("DISPLAY", "")
                .with("WAYLAND_DISPLAY", "")
                .with("BROWSER", "");
    }

    @Test
    void writesThePageToAFile() throws IOException {
        Path page = directory.resolve("demo.html");
        ToolRun run = butleradm.runProcess("timeline", "demo", "--html=" + page);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo("Timeline written to %s.%n".formatted(page));
        assertThat(Files.readString(page)).startsWith("<!doctype html>").contains("demo-cp-1");
    }

    @Test
    void opensThePageInTheBrowser() throws IOException {
        Path opened = directory.resolve("opened");
        Path browser = Files.writeString(
                directory.resolve("browser"), "#!/bin/sh\nprintf '%%s' \"$1\" > '%s'\n".formatted(opened));
        Files.setPosixFilePermissions(browser, PosixFilePermissions.fromString("rwx------"));
        ToolRun run = butleradm.with("BROWSER", browser.toString()).runProcess("timeline", "demo", "--open");
        assertThat(run.exitCode()).as(run.err()).isZero();
        Path page = cluster.folder().resolve("timeline.html");
        TestAwait.upTo(Duration.ofSeconds(30), "the browser to be started")
                .until(() -> Files.exists(opened) && Files.size(opened) > 0);
        assertThat(opened).content().isEqualTo(page.toUri().toString());
        assertThat(page).content().contains("Timeline of demo");
    }

    @Test
    void namesTheFileIfThereIsNoBrowser() {
        ToolRun run = butleradm.runProcess("timeline", "demo", "--open");
        assertThat(run.exitCode()).isEqualTo(10);
        assertThat(run.err())
                .contains("No browser found. The timeline was written to "
                        + cluster.folder().resolve("timeline.html"));
        assertThat(cluster.folder().resolve("timeline.html")).exists();
    }
}
