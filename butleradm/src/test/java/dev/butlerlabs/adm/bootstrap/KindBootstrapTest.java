package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.docker.DockerEngine;
import dev.butlerlabs.core.docker.ImageName;
import dev.butlerlabs.core.docker.TestBenchDocker;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A bootstrap with a real Kubernetes in a real KIND node as its engine, on simulated infrastructure. */
@Tag("process")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class KindBootstrapTest {
    @TempDir
    private Path folder;

    private final String cluster = "demo-" + UUID.randomUUID().toString().substring(0, 6);
    private final String other = cluster + "-b";
    private PrismWorld world;
    private Tool butleradm;
    private URI docker;

    @BeforeEach
    void start() {
        docker = TestBenchDocker.require();
        ImageName image =
                TestBenchDocker.requireImage(docker, "butler-test/kind-node:v1.35.4", "scripts/testbench-kind");
        world = new PrismWorld(folder);
        butleradm =
                world.butleradm().with("DOCKER_HOST", docker.toString()).with("BUTLER_KIND_IMAGE", image.toString());
    }

    @AfterEach
    void stop() {
        if (world != null) {
            try (DockerEngine engine = DockerEngine.at(docker)) {
                Stream.of(cluster, other)
                        .flatMap(name -> nodes(engine, name))
                        .forEach(left -> engine.containers().remove(left));
            }
            world.close();
        }
    }

    private boolean isThere(String name) {
        try (DockerEngine engine = DockerEngine.at(docker)) {
            return nodes(engine, name).findAny().isPresent();
        }
    }

    private static Stream<String> nodes(DockerEngine engine, String name) {
        return engine.containers().labelled(Map.of("io.x-k8s.kind.cluster", "butler-" + name)).stream()
                .map(container -> container.id());
    }

    @Test
    void reachesReadyOnKindAndTakesItAway() throws Exception {
        ToolRun run = bootstrap(cluster);
        assertThat(run.err()).contains("Using engine kind: Docker ");
        requireReady(run, cluster);
    }

    @Test
    void makesTwoClustersAtOnceThatDoNotDisturbEachOther() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Callable<ToolRun>> both = List.of(() -> bootstrap(cluster), () -> bootstrap(other));
            List<Future<ToolRun>> runs = threads.invokeAll(both);
            requireReady(runs.get(0).get(), cluster);
            requireReady(runs.get(1).get(), other);
        }
        assertThat(world.prism().machines()).hasSize(6);
    }

    private ToolRun bootstrap(String name) throws IOException {
        return butleradm.runProcess("bootstrap", "nutanix", "-c", file(name).toString(), "-o", "json");
    }

    private void requireReady(ToolRun run, String name) throws IOException {
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode result = new ObjectMapper().readTree(run.out());
        assertThat(result.path("machines").asInt()).isEqualTo(3);
        assertThat(isThere(name)).isFalse();
    }

    /** Time that runs out is no failure of the engine, so it is kept for whoever goes on. */
    @Test
    void isGoneOnWithAfterAFailureAndGoneWhenDestroyed() throws Exception {
        String file = file(cluster).toString();
        ToolRun first = butleradm.runProcess("bootstrap", "nutanix", "-c", file, "--engine", "kind", "--timeout", "1s");
        assertThat(first.exitCode()).as(first.err()).isEqualTo(8);
        assertThat(isThere(cluster)).isTrue();
        ToolRun second = butleradm.runProcess("bootstrap", "nutanix", "-c", file, "--keep-engine");
        assertThat(second.exitCode()).as(second.err()).isZero();
        assertThat(second.err()).contains("Using engine kind: started by an earlier run of this cluster.");
        assertThat(isThere(cluster)).isTrue();
        ToolRun destroyed = butleradm.runProcess("destroy", cluster, "-c", file, "--confirm=" + cluster);
        assertThat(destroyed.exitCode()).as(destroyed.err()).isZero();
        assertThat(isThere(cluster)).isFalse();
        assertThat(world.prism().machines()).isEmpty();
    }

    private Path file(String name) throws IOException {
        return world.file(new PrismFile(name, 3, 0), "hostAliases: {prism.example.com: 127.0.0.1}");
    }
}
