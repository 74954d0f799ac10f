package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.talos.SimulatedNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the real program at random moments while it creates a cluster on infrastructure that outlives it. {@code
 * -Dbutler.bootstrap.kills=50} kills more often and on 3+2 machines, {@code -Dbutler.bootstrap.seed} at other moments.
 */
@Tag("process")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class BootstrapKillTest {
    private static final int KILLS = Integer.getInteger("butler.bootstrap.kills", 1);
    private static final long SEED = Long.getLong("butler.bootstrap.seed", 1L);
    private static final int SHORTEST_MILLIS = 1_500;
    private static final int LONGEST_MILLIS = 12_000;

    private static final List<String> MACHINES = KILLS > 2
            ? List.of("demo-cp-0", "demo-cp-1", "demo-cp-2", "demo-worker-0", "demo-worker-1")
            : List.of("demo-cp-0", "demo-worker-0");

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
    void reachesReadyWithoutADoubleOrAnOrphanHoweverOftenItIsKilled() throws Exception {
        LongSuite.assumeEnabled();
        Path file = world.file(new PrismFile("demo", KILLS > 2 ? 3 : 1, KILLS > 2 ? 2 : 1), "");
        Random random = new Random(SEED);
        int kills = 0;
        int clusters = 0;
        while (kills < KILLS) {
            kills += kill(file, random, KILLS - kills);
            requireReady(file);
            removesEverything(file);
            clusters++;
        }
        System.out.printf(
                "killed %d times while creating %d clusters of %d machines: 0 duplicates, 0 orphans, etcd started once%n",
                kills, clusters, MACHINES.size());
    }

    /** A run that comes to its end before it is killed is the last of its cluster. */
    private int kill(Path file, Random random, int most) throws IOException, InterruptedException {
        int kills = 0;
        while (kills < most && !isFinished()) {
            Process run = world.butleradm()
                    .start("bootstrap", "nutanix", "-c", file.toString(), "--engine", "embedded", "-q");
            if (!run.waitFor(random.nextInt(SHORTEST_MILLIS, LONGEST_MILLIS), TimeUnit.MILLISECONDS)) {
                kills++;
            }
            run.destroyForcibly().waitFor();
        }
        return kills;
    }

    private boolean isFinished() {
        return Files.exists(world.cluster().resolve("finished"));
    }

    private void requireReady(Path file) {
        if (!isFinished()) {
            ToolRun last = world.butleradm()
                    .runProcess("bootstrap", "nutanix", "-c", file.toString(), "--engine", "embedded", "-q");
            assertThat(last.exitCode()).as(last.err()).isZero();
        }
        assertThat(isFinished()).isTrue();
        assertThat(world.prism().machines())
                .extracting(SimulatedMachine::name)
                .containsExactlyInAnyOrderElementsOf(MACHINES);
        assertThat(bootstraps()).as("etcd was started once").containsOnly(1);
    }

    /** Machines that are configured all know how often etcd of their cluster was started. */
    private List<Integer> bootstraps() {
        return world.prism().machines().stream()
                .flatMap(machine -> world.hosts().machine(machine.id()).stream())
                .map(SimulatedNode::bootstraps)
                .toList();
    }

    private void removesEverything(Path file) throws IOException {
        ToolRun destroyed =
                world.butleradm().runProcess("destroy", "demo", "-c", file.toString(), "--confirm=demo", "-o", "json");
        assertThat(destroyed.exitCode()).as(destroyed.err()).isZero();
        JsonNode receipt = new ObjectMapper().readTree(destroyed.out());
        assertThat(receipt.path("ownedBefore")).hasSize(MACHINES.size());
        assertThat(receipt.path("ownedAfter")).isEmpty();
        assertThat(world.prism().machines()).isEmpty();
    }
}
