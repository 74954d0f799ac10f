package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.cli.testing.ToolRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the real program at every step of a bootstrap, when it reports the step in its JSON lines, and resumes it. The first cluster is
 * killed when steps start, the second when they are done, and so on. {@code -Dbutler.bootstrap.kills.aimed=18} kills more often and on
 * 3+2 machines, {@code -Dbutler.bootstrap.provider=aws} on another infrastructure.
 */
@Tag("process")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class StepKillTest {
    private static final int KILLS = Integer.getInteger("butler.bootstrap.kills.aimed", 1);
    private static final String PROVIDER = System.getProperty("butler.bootstrap.provider", "nutanix");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    @Test
    void reachesReadyWithoutADuplicateOrAnOrphanWhereverItIsKilled() throws Exception {
        boolean large = KILLS > 2;
        try (ProviderWorld world = new ProviderWorld(folder, PROVIDER, large ? 3 : 1, large ? 2 : 1)) {
            Path file = world.file();
            int kills = 0;
            int clusters = 0;
            Set<String> moments = new LinkedHashSet<>();
            while (kills < KILLS) {
                Set<String> hit = kill(world, file, clusters % 2 == 0 ? "started" : "done", KILLS - kills);
                kills += hit.size();
                moments.addAll(hit);
                requireReady(world, file);
                requireGone(world, file);
                clusters++;
            }
            System.out.printf(
                    "%s: killed %d times while creating %d clusters, at %s: %d ready, 0 duplicates, 0 orphans%n",
                    PROVIDER, kills, clusters, moments, clusters);
        }
    }

    /** Kills one run after the other, each at a step that none was killed at before. */
    private static Set<String> kill(ProviderWorld world, Path file, String event, int most) throws Exception {
        Set<String> hit = new LinkedHashSet<>();
        while (hit.size() < most && !world.isFinished()) {
            Process run = start(world, file);
            Optional<String> step = await(run, event, hit);
            run.destroyForcibly().waitFor();
            if (step.isEmpty()) {
                break;
            }
            hit.add(event + " " + step.get());
        }
        return hit;
    }

    private static Process start(ProviderWorld world, Path file) throws IOException {
        return world.butleradm()
                .start("bootstrap", PROVIDER, "-c", file.toString(), "--engine", "embedded", "-o", "json");
    }

    /** The next step of a run with this event that is new; empty when the run ends before. */
    private static Optional<String> await(Process run, String event, Set<String> hit) throws IOException {
        BufferedReader lines = run.errorReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            JsonNode document = line.startsWith("{") ? JSON.readTree(line) : JSON.createObjectNode();
            String step = document.path("step").asText();
            if (document.path("event").asText().equals(event) && !hit.contains(event + " " + step)) {
                return Optional.of(step);
            }
        }
        return Optional.empty();
    }

    private static void requireReady(ProviderWorld world, Path file) {
        if (!world.isFinished()) {
            ToolRun last = world.butleradm()
                    .runProcess("bootstrap", PROVIDER, "-c", file.toString(), "--engine", "embedded", "-q");
            assertThat(last.exitCode()).as(last.err()).isZero();
        }
        assertThat(world.isFinished()).isTrue();
        assertThat(world.machines()).containsExactlyInAnyOrderElementsOf(world.expectedMachines());
        assertThat(world.etcdStarts()).as("etcd was started once").containsOnly(1);
    }

    private static void requireGone(ProviderWorld world, Path file) throws IOException {
        ToolRun destroyed =
                world.butleradm().runProcess("destroy", "demo", "-c", file.toString(), "--confirm=demo", "-o", "json");
        assertThat(destroyed.exitCode()).as(destroyed.err()).isZero();
        assertThat(JSON.readTree(destroyed.out()).path("ownedAfter")).isEmpty();
        assertThat(world.machines()).isEmpty();
        assertThat(world.infrastructure().leftovers()).isEmpty();
    }
}
