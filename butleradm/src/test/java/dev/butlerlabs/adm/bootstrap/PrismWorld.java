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
import java.util.HashMap;
import java.util.Map;

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
        return file(new PrismFile("demo", 3, 2), "");
    }

    /** A bootstrap file for cluster demo of one machine. */
    Path smallFile() throws IOException {
        return file(new PrismFile("demo", 1, 0), "");
    }

    /** @param more lines for the section of the infrastructure */
    Path file(PrismFile wanted, String more) throws IOException {
        Path authority =
                Files.writeString(folder.resolve("ca.pem"), prism.credentials().get("ca.pem"));
        Map<String, String> settings = new HashMap<>(prism.credentials());
        prism.settings().forEach((name, value) -> settings.put(name, value.toString()));
        return Files.writeString(
                folder.resolve(wanted.cluster() + ".yaml"),
                wanted.text(hosts.freeAddress(), settings, authority) + more.indent(4));
    }

    @Override
    public void close() {
        prism.close();
        hosts.close();
    }
}
