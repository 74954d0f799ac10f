package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.sim.cluster.TalosHost;
import dev.butlerlabs.sim.cluster.TalosHostOptions;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.Simulators;
import dev.butlerlabs.sim.talos.SimulatedNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A simulated Prism Central with machines that become a cluster, which outlives the programs that use it, and a file for them. */
final class PrismWorld implements AutoCloseable {
    private final TalosHost hosts = TalosHost.start(TalosHostOptions.quick("v1.12.1"));
    private final SimulatedInfrastructure prism = Simulators.load()
            .find("nutanix")
            .orElseThrow()
            .start(SimulationOptions.standard().withHosts(hosts));
    private final Path folder;
    private final Path file;

    PrismWorld(Path folder) {
        this.folder = folder;
        this.file = folder.resolve("bootstrap.yaml");
        try {
            Files.writeString(authority(), prism.credentials().get("ca.pem"));
            Files.writeString(file, text());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Tool butleradm() {
        return Tool.of("butleradm", Butleradm.class, Butleradm::commands)
                .with("BUTLER_HOME", home().toString())
                .with("PRISM_PASSWORD", prism.credentials().get("password"));
    }

    Path home() {
        return folder.resolve("home");
    }

    /** What to make: cluster demo with 3+2 machines. */
    String file() {
        return file.toString();
    }

    List<SimulatedMachine> machines() {
        return prism.machines();
    }

    /** Machines that are configured all know how often etcd of their cluster was started. */
    List<Integer> bootstraps() {
        return prism.machines().stream()
                .flatMap(machine -> hosts.machine(machine.id()).stream())
                .map(SimulatedNode::bootstraps)
                .toList();
    }

    private Path authority() {
        return folder.resolve("ca.pem");
    }

    private String text() {
        return """
                provider: nutanix
                cluster:
                  name: demo
                  topology: ha
                  controlPlane: {replicas: 3, cpu: 4, memoryMB: 8192, diskGB: 50}
                  workers: {replicas: 2, cpu: 4, memoryMB: 8192, diskGB: 50}
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
                        hosts.freeAddress(),
                        prism.settings().get("endpoint"),
                        prism.settings().get("port"),
                        prism.credentials().get("username"),
                        authority(),
                        prism.settings().get("clusterUUID"),
                        prism.settings().get("subnetUUID"),
                        prism.settings().get("imageUUID"));
    }

    @Override
    public void close() {
        prism.close();
        hosts.close();
    }
}
