package dev.butlerlabs.sim.proxmox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.testing.PreparedPart;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Uses the simulated cluster with proxmoxer, a client of the API that others wrote. It can connect to loopback only. */
@Tag("process")
@Timeout(180)
class ProxmoxerTest {
    private static final int CALLS = 42;

    @TempDir
    private Path folder;

    @Test
    void anIndependentClientWorksWithTheSimulatedCluster() throws IOException, InterruptedException {
        assumeTrue(PreparedPart.PROXMOXER.find().isPresent(), PreparedPart.PROXMOXER.absent());
        try (ProxmoxSimulator simulator = ProxmoxSimulator.start(SimulationOptions.standard())) {
            List<String> lines = run(simulator, PreparedPart.PROXMOXER.find().orElseThrow());
            System.out.printf(
                    "%d of %d calls of proxmoxer passed%n",
                    lines.stream().filter(line -> line.startsWith("pass ")).count(), lines.size());
            assertThat(lines).hasSize(CALLS).allMatch(line -> line.startsWith("pass "));
            assertThat(simulator.machines()).isEmpty();
            assertThat(simulator.leftovers()).isEmpty();
        }
    }

    private List<String> run(ProxmoxSimulator simulator, Path environment) throws IOException, InterruptedException {
        Path authority = Files.writeString(
                folder.resolve("ca.pem"), simulator.credentials().get("ca.pem"));
        Path output = folder.resolve("output.txt");
        int port = URI.create(simulator.settings().get("endpoint").toString()).getPort();
        ProcessBuilder builder = new ProcessBuilder(
                        environment.resolve("bin/python").toString(),
                        ProjectRoot.find()
                                .resolve("butler-sim/src/test/resources/proxmox/client.py")
                                .toString(),
                        String.valueOf(port),
                        authority.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment()
                .keySet()
                .removeIf(name -> name.toLowerCase(Locale.ROOT).endsWith("_proxy"));
        builder.environment().put("TOKEN", simulator.credentials().get("token"));
        builder.environment().put("PASSWORD", simulator.passwordCredentials().get("password"));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS))
                    .as("proxmoxer has finished")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(output);
    }
}
