package dev.butlerlabs.sim.gcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.testing.PreparedPart;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The clients of Google use the simulated project: google-api-python-client with tokens of the token endpoint, and google-cloud-compute with
 * tokens that it signs itself. The script refuses to connect to addresses other than loopback.
 */
@Tag("process")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class GcpClientsTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"exchange, 19", "images, 17", "compute, 10"})
    void theClientsOfGoogleUnderstandTheSimulator(String part, int calls) throws Exception {
        assumeTrue(PreparedPart.GCP_CLIENTS.find().isPresent(), PreparedPart.GCP_CLIENTS.absent());
        Path output = folder.resolve("output");
        try (GcpSimulator simulator = GcpSimulator.start(SimulationOptions.standard())) {
            Path key = Files.writeString(
                    folder.resolve("key.json"), simulator.credentials().get("serviceAccountKey"));
            Process process = new ProcessBuilder(
                            PreparedPart.GCP_CLIENTS
                                    .find()
                                    .orElseThrow()
                                    .resolve("bin/python")
                                    .toString(),
                            ProjectRoot.find()
                                    .resolve("butler-sim/src/test/resources/gcp/clients.py")
                                    .toString(),
                            simulator.settings().get("endpoint").toString(),
                            key.toString(),
                            part)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            try {
                assertThat(process.waitFor(4, TimeUnit.MINUTES)).isTrue();
            } finally {
                process.destroyForcibly();
            }
            List<String> lines = Files.readAllLines(output);
            lines.forEach(System.out::println);
            assertThat(process.exitValue()).as(String.join("\n", lines)).isZero();
            assertThat(lines.stream().filter(line -> line.startsWith("PASS"))).hasSize(calls);
            assertThat(simulator.machines()).isEmpty();
            assertThat(simulator.images()).isEmpty();
            assertThat(simulator.leftovers()).isEmpty();
        }
    }
}
