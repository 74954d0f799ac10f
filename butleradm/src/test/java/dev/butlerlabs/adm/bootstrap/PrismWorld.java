package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.sim.cluster.TalosHost;
import dev.butlerlabs.sim.cluster.TalosHostOptions;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.Simulators;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An infrastructure that outlives the tool, and the tool with a file that leads there. */
final class PrismWorld implements AutoCloseable {
    private final Path folder;
    private final TalosHost hosts;
    private final SimulatedInfrastructure prism;

    PrismWorld(Path folder) {
        this.folder = folder;
        hosts = TalosHost.start(TalosHostOptions.quick("v1.12.1"));
        prism = Simulators.load()
                .find("nutanix")
                .orElseThrow()
                .start(SimulationOptions.standard().withHosts(hosts));
    }

    TalosHost hosts() {
        return hosts;
    }

    SimulatedInfrastructure prism() {
        return prism;
    }

    Tool butleradm() {
        return Tool.of("butleradm", Butleradm.class, Butleradm::commands)
                .with("BUTLER_HOME", home().toString())
                .with("PRISM_PASSWORD", prism.credentials().get("password"));
    }

    Path home() {
        return folder.resolve("home");
    }

    /** What is kept of cluster demo. */
    Path cluster() {
        return home().resolve("clusters/demo");
    }

    /** A bootstrap file for cluster demo, of 3+2 machines. */
    Path file() throws IOException {
        return file("""
                topology: ha, controlPlane: {replicas: 3, cpu: 4, memoryMB: 8192, diskGB: 50},
                 workers: {replicas: 2, cpu: 4, memoryMB: 8192, diskGB: 50}""");
    }

    /** A bootstrap file for cluster demo of one machine. */
    Path smallFile() throws IOException {
        return file("topology: single-node, controlPlane: {cpu: 4, memoryMB: 8192, diskGB: 50}");
    }

    private Path file(String machines) throws IOException {
        Path authority = folder.resolve("ca.pem");
        Files.writeString(authority, prism.credentials().get("ca.pem"));
        Path file = folder.resolve("bootstrap.yaml");
        Files.writeString(file, """
                provider: nutanix
                cluster: {name: demo, %s}
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
                    clusterUUID: %s
                    subnetUUID: %s
                    imageUUID: %s
                """.formatted(
                        machines,
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

    @Override
    public void close() {
        prism.close();
        hosts.close();
    }
}
