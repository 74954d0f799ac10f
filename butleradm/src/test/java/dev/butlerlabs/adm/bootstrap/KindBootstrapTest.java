package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.docker.Docker;
import dev.butlerlabs.core.docker.ImageName;
import dev.butlerlabs.core.docker.TestBenchDocker;
import dev.butlerlabs.sim.cluster.TalosHost;
import dev.butlerlabs.sim.cluster.TalosHostOptions;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.Simulators;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A bootstrap with a real Kubernetes in a real KIND node as its engine, on simulated infrastructure. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class KindBootstrapTest {
    @TempDir
    private Path folder;

    private final String cluster = "demo-" + UUID.randomUUID().toString().substring(0, 6);
    private TalosHost hosts;
    private SimulatedInfrastructure prism;
    private Tool butleradm;
    private URI docker;

    @BeforeEach
    void start() {
        docker = TestBenchDocker.require();
        ImageName image =
                TestBenchDocker.requireImage(docker, "butler-test/kind-node:v1.35.4", "scripts/testbench-kind");
        hosts = TalosHost.start(TalosHostOptions.quick("v1.12.1"));
        prism = Simulators.load()
                .find("nutanix")
                .orElseThrow()
                .start(SimulationOptions.standard().withHosts(hosts));
        butleradm = Tool.of("butleradm", Butleradm.class, Butleradm::commands)
                .with("BUTLER_HOME", folder.resolve("home").toString())
                .with("DOCKER_HOST", docker.toString())
                .with("BUTLER_KIND_IMAGE", image.toString())
                .with("PRISM_PASSWORD", prism.credentials().get("password"));
    }

    @AfterEach
    void stop() {
        if (prism != null) {
            try (Docker engine = Docker.at(docker)) {
                engine.containers()
                        .labelled(Map.of("io.x-k8s.kind.cluster", "butler-" + cluster))
                        .forEach(left -> engine.containers().remove(left.id()));
            }
            prism.close();
            hosts.close();
        }
    }

    private boolean isThere() {
        try (Docker engine = Docker.at(docker)) {
            return !engine.containers()
                    .labelled(Map.of("io.x-k8s.kind.cluster", "butler-" + cluster))
                    .isEmpty();
        }
    }

    @Test
    void reachesReadyOnKindAndTakesItAway() throws Exception {
        ToolRun run = butleradm.runProcess("bootstrap", "nutanix", "-c", file().toString(), "-o", "json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).contains("Engine: kind, since Docker ");
        JsonNode result = new ObjectMapper().readTree(run.out());
        assertThat(result.path("machines").asInt()).isEqualTo(3);
        assertThat(isThere()).isFalse();
    }

    /** Time that runs out is no failure of the engine, so it is kept for whoever goes on. */
    @Test
    void isGoneOnWithAfterAFailureAndGoneWhenDestroyed() throws Exception {
        String file = file().toString();
        ToolRun first = butleradm.runProcess("bootstrap", "nutanix", "-c", file, "--engine", "kind", "--timeout", "1s");
        assertThat(first.exitCode()).as(first.err()).isEqualTo(8);
        assertThat(isThere()).isTrue();
        ToolRun second = butleradm.runProcess("bootstrap", "nutanix", "-c", file, "--keep-engine");
        assertThat(second.exitCode()).as(second.err()).isZero();
        assertThat(second.err()).contains("Engine: kind, with which an earlier run of this cluster began.");
        assertThat(isThere()).isTrue();
        ToolRun destroyed = butleradm.runProcess("destroy", cluster, "-c", file, "--confirm=" + cluster);
        assertThat(destroyed.exitCode()).as(destroyed.err()).isZero();
        assertThat(isThere()).isFalse();
        assertThat(prism.machines()).isEmpty();
    }

    private Path file() throws IOException {
        Path authority = folder.resolve("ca.pem");
        Files.writeString(authority, prism.credentials().get("ca.pem"));
        Path file = folder.resolve("bootstrap.yaml");
        Files.writeString(file, """
                provider: nutanix
                cluster:
                  name: %s
                  topology: ha
                  controlPlane: {replicas: 3, cpu: 4, memoryMB: 8192, diskGB: 50}
                  workers: {replicas: 0, cpu: 4, memoryMB: 8192, diskGB: 50}
                network:
                  vip: %s
                talos:
                  version: v1.12.1
                providerConfig:
                  nutanix:
                    endpoint: %s
                    port: %s
                    username: %s
                    password: ${PRISM_PASSWORD}
                    caFile: %s
                    hostAliases: {prism.example.com: 127.0.0.1}
                    clusterUUID: %s
                    subnetUUID: %s
                    imageUUID: %s
                """.formatted(
                        cluster,
                        hosts.freeAddress(),
                        prism.settings().get("endpoint"),
                        prism.settings().get("port"),
                        prism.credentials().get("username"),
                        authority,
                        prism.settings().get("clusterUUID"),
                        prism.settings().get("subnetUUID"),
                        prism.settings().get("imageUUID")));
        return file;
    }
}
