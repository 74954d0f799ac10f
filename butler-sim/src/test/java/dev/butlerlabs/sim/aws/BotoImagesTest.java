package dev.butlerlabs.sim.aws;

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
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Uses images of the simulated region with boto3, the client that AWS wrote. It can connect to loopback only. */
@Tag("process")
@Timeout(180)
class BotoImagesTest {
    private static final int CALLS = 22;

    @TempDir
    private Path folder;

    @Test
    void theClientOfAwsWorksWithTheSimulatedRegion() throws IOException, InterruptedException {
        assumeTrue(PreparedPart.MOTO.find().isPresent(), PreparedPart.MOTO.absent());
        try (SimulatedAws simulator = SimulatedAws.start(SimulationOptions.standard())) {
            List<String> lines = run(simulator, PreparedPart.MOTO.find().orElseThrow());
            System.out.printf(
                    "%d of %d calls of boto3 passed%n",
                    lines.stream().filter(line -> line.startsWith("pass ")).count(), lines.size());
            assertThat(lines).hasSize(CALLS).allMatch(line -> line.startsWith("pass "));
            assertThat(simulator.images()).isEmpty();
            assertThat(simulator.complaints()).isEmpty();
        }
    }

    private List<String> run(SimulatedAws simulator, Path environment) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        int port = URI.create(simulator.settings().get("endpoint").toString()).getPort();
        ProcessBuilder builder = new ProcessBuilder(
                        environment.resolve("bin/python").toString(),
                        ProjectRoot.find()
                                .resolve("butler-sim/src/test/resources/aws/client.py")
                                .toString(),
                        String.valueOf(port))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(BotoImagesTest::isForeign);
        builder.environment()
                .putAll(Map.of(
                        "KEY_ID", simulator.credentials().get("accessKeyID"),
                        "SECRET", simulator.credentials().get("secretAccessKey"),
                        "REGION", simulator.settings().get("region").toString(),
                        "AWS_EC2_METADATA_DISABLED", "true"));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS))
                    .as("boto3 has finished")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(output);
    }

    private static boolean isForeign(String name) {
        String word = name.toLowerCase(Locale.ROOT);
        return word.endsWith("_proxy") || word.startsWith("aws_");
    }
}
