package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.core.testing.TestAwait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What can be asked about a run while it is under way and afterwards, by the real program. */
@Tag("process")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class StoryCommandsTest {
    private final ObjectMapper json = new ObjectMapper();

    @TempDir
    private Path folder;

    private PrismWorld world;
    private Tool butleradm;
    private String file;

    @BeforeEach
    void start() throws IOException {
        world = new PrismWorld(folder);
        file = world.file(new PrismFile("demo", 1, 1), "").toString();
        butleradm = world.butleradm();
    }

    @AfterEach
    void stop() {
        world.close();
    }

    @Test
    void aRunIsWatchedToldAndTakenBackWithoutItsFile() throws Exception {
        LongSuite.assumeEnabled();
        Process run = butleradm.start("bootstrap", "-c", file, "--engine", "embedded", "-q");
        awaitStory(run);

        ToolRun watched = butleradm.runProcess("bootstrap", "attach", "demo", "-o", "json");
        assertThat(watched.exitCode()).as(watched.err()).isZero();
        assertThat(watched.err()).contains("\"event\":\"run-started\"", "\"event\":\"run-ended\"", "EtcdBootstrapped");
        assertThat(json.readTree(watched.out()).path("cluster").asText()).isEqualTo("demo");
        assertThat(run.waitFor()).isZero();

        tellsTheTimeline();
        knowsWhoseThingsAre();
        destroysFromWhatTheClusterTells();
    }

    @Test
    void aRunThatWasKilledIsSaidToBeCutOff() throws Exception {
        LongSuite.assumeEnabled();
        Process run = butleradm.start("bootstrap", "-c", file, "--engine", "embedded", "-q");
        awaitStory(run);
        run.destroyForcibly().waitFor();

        ToolRun attached = butleradm.runProcess("bootstrap", "attach", "demo");
        assertThat(attached.exitCode()).isEqualTo(6);
        assertThat(attached.err()).contains("was interrupted", "to resume");
        assertThat(butleradm.runProcess("timeline", "demo").out()).contains("interrupted");

        ToolRun destroyed = butleradm.runProcess("destroy", "demo", "--owner", "nobody", "--confirm=demo", "-q");
        assertThat(destroyed.exitCode()).as(destroyed.err()).isIn(0, 5);
    }

    @Test
    void clustersNobodyKnowsAreNamedAsSuch() {
        ToolRun timeline = butleradm.runProcess("timeline", "demo");
        assertThat(timeline.exitCode()).isEqualTo(5);
        assertThat(timeline.err()).contains("No local log of a run of cluster \"demo\" found");

        ToolRun destroyed = butleradm.runProcess("destroy", "demo", "--confirm=demo");
        assertThat(destroyed.exitCode()).isEqualTo(5);
        assertThat(destroyed.err()).contains("No local state for cluster demo", "-c");
    }

    private void awaitStory(Process run) {
        TestAwait.upTo(Duration.ofMinutes(3), "the owner of the cluster recorded")
                .until(() -> !run.isAlive() || Files.exists(world.cluster().resolve("owner")));
    }

    private void tellsTheTimeline() throws IOException {
        JsonNode told = json.readTree(
                butleradm.runProcess("timeline", "demo", "-o", "json").out());
        assertThat(told.path("runs")).hasSize(1);
        assertThat(told.path("runs").path(0).path("end").asText()).isEqualTo("well");
        assertThat(told.path("runs").path(0).path("steps").findValuesAsText("step"))
                .contains("EngineStarted", "MachinesRunning", "Pivoted");
        assertThat(butleradm.runProcess("timeline", "demo", "--html").out())
                .startsWith("<!doctype html>")
                .contains("Starting machines")
                .doesNotContain("<script", "http://", "https://fonts");
    }

    private void knowsWhoseThingsAre() throws IOException {
        assertThat(butleradm.runProcess("orphans", "-c", file).out()).isEmpty();
        assertThat(butleradm.runProcess("orphans", "-c", file, "--known").out()).contains("demo-cp-0");
        Path owner = world.cluster().resolve("owner");
        String kept = Files.readString(owner);
        Files.delete(owner);
        JsonNode orphans = json.readTree(
                butleradm.runProcess("orphans", "-c", file, "-o", "json").out());
        assertThat(orphans.path("items")).hasSize(2);
        assertThat(orphans.path("items").path(0).path("owner").asText()).isEqualTo(kept.strip());
        Files.writeString(owner, kept);
    }

    private void destroysFromWhatTheClusterTells() throws IOException {
        ToolRun destroyed = butleradm.runProcess("destroy", "demo", "--confirm=demo", "-o", "json");
        assertThat(destroyed.exitCode()).as(destroyed.err()).isZero();
        assertThat(json.readTree(destroyed.out()).path("ownedBefore")).hasSize(2);
        assertThat(world.prism().machines()).isEmpty();
    }
}
