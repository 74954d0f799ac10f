package dev.butlerlabs.sim.azure;

import static dev.butlerlabs.sim.azure.AzureWorld.balancer;
import static dev.butlerlabs.sim.azure.AzureWorld.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.testing.PreparedPart;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Python client of Azure, written by others, on the simulated subscription and on what Butler creates there. */
@Tag("process")
@Timeout(240)
class AzureClientTest {
    @TempDir
    private Path folder;

    @Test
    void theClientOfAzureAgreesWithTheSimulator() throws IOException, InterruptedException {
        assumeTrue(PreparedPart.AZURE_CLIENT.find().isPresent(), PreparedPart.AZURE_CLIENT.absent());
        try (AzureWorld world = new AzureWorld(
                AzureSimulator.start(SimulationOptions.standard()), Map.of("zones", List.of("1", "2", "3")))) {
            String machine = world.run(spec("alpha-cp-0")).providerId();
            world.awaitReady(balancer(AzureWorld.OWNER, machine));
            for (int i = 0; i < 60; i++) {
                world.simulator.plant(ArmRegistry.DISK, "other-" + i, Map.of());
            }

            List<String> lines = run(world.simulator);

            lines.forEach(System.out::println);
            assertThat(lines).hasSize(38).allMatch(line -> line.startsWith("PASS "));
        }
    }

    private List<String> run(AzureSimulator simulator) throws IOException, InterruptedException {
        Path script = folder.resolve("client.py");
        try (InputStream source = AzureClientTest.class.getResourceAsStream("/azure/client.py")) {
            Files.copy(source, script);
        }
        Path authorities = Files.writeString(folder.resolve("ca.pem"), simulator.authorityPem());
        Path output = folder.resolve("output.txt");
        ProcessBuilder builder = new ProcessBuilder(
                        PreparedPart.AZURE_CLIENT
                                .find()
                                .orElseThrow()
                                .resolve("bin/python")
                                .toString(),
                        script.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of(
                        "HOME",
                        folder.toString(),
                        "REQUESTS_CA_BUNDLE",
                        authorities.toString(),
                        "SIM_PORT",
                        Integer.toString(URI.create(simulator.address()).getPort()),
                        "SIM_SUBSCRIPTION",
                        AzureCatalog.SUBSCRIPTION,
                        "SIM_GROUP",
                        AzureCatalog.GROUP,
                        "SIM_LOCATION",
                        AzureCatalog.LOCATION,
                        "SIM_SUBNET",
                        ArmRegistry.subnetId(),
                        "SIM_IMAGE",
                        AzureCatalog.IMAGE_URN));
        builder.environment()
                .putAll(Map.of(
                        "SIM_TENANT", EntraEndpoint.TENANT,
                        "SIM_CLIENT", EntraEndpoint.CLIENT,
                        "SIM_SECRET", EntraEndpoint.SECRET));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(200, TimeUnit.SECONDS))
                    .as("the client ends")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(output);
    }
}
