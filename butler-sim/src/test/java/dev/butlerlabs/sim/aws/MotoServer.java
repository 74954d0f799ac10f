package dev.butlerlabs.sim.aws;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.testing.PreparedPart;
import dev.butlerlabs.core.testing.TestAwait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The standalone server of moto, as scripts/testbench-moto prepares it. */
final class MotoServer {
    private static final String OUTPUT = "moto.txt";
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Pattern ADDRESS = Pattern.compile("Running on (http://127\\.0\\.0\\.1:\\d+)");

    private static MotoServer running;

    private final Process process;
    private final URI address;

    private MotoServer(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    URI address() {
        return address;
    }

    /** An account in which nothing was made yet. */
    static AwsWorld freshAccount() {
        assumeTrue(PreparedPart.MOTO.find().isPresent(), PreparedPart.MOTO.absent());
        try {
            MotoServer server = shared();
            server.reset();
            return new MotoWorld(server);
        } catch (IOException e) {
            throw new AssertionError("moto is not usable", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** One for all tests of this process; it ends with the process. */
    private static synchronized MotoServer shared() throws IOException, InterruptedException {
        if (running == null) {
            Path folder = Files.createTempDirectory("butler-moto");
            MotoServer started = start(PreparedPart.MOTO.find().orElseThrow(), folder);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> started.end(folder)));
            started.warmUp();
            running = started;
        }
        return running;
    }

    private static MotoServer start(Path environment, Path folder) throws IOException, InterruptedException {
        Path output = folder.resolve(OUTPUT);
        List<String> words = List.of(
                environment.resolve("bin/python").toString(), "-m", "moto.server", "-H", "127.0.0.1", "-p", "0");
        Process process = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        Optional<URI> address = Optional.empty();
        try {
            address = TestAwait.upTo(PATIENCE, "the address of moto")
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> address(output), found -> found.isPresent() || !process.isAlive());
        } finally {
            if (address.isEmpty()) {
                process.destroyForcibly();
            }
        }
        String printed = Files.readString(output);
        return new MotoServer(process, address.orElseThrow(() -> new IOException("moto did not start: " + printed)));
    }

    private static Optional<URI> address(Path output) throws IOException {
        Matcher line = ADDRESS.matcher(Files.readString(output));
        return line.find() ? Optional.of(URI.create(line.group(1))) : Optional.empty();
    }

    /** A service is loaded when it is first asked, which takes longer than clients wait on a busy machine. */
    private void warmUp() throws IOException, InterruptedException {
        for (String service : List.of("ec2", "elasticloadbalancing", "sts", "servicequotas", "ebs")) {
            HttpRequest request = HttpRequest.newBuilder(address)
                    .timeout(PATIENCE)
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .header(
                            "Authorization",
                            "AWS4-HMAC-SHA256 Credential=AKIA/20260101/us-east-1/%s/aws4_request, SignedHeaders=host, Signature=0"
                                    .formatted(service))
                    .POST(HttpRequest.BodyPublishers.ofString("Action=Nothing&Version=2016-11-15"))
                    .build();
            send(request);
        }
    }

    /** Forgets everything. */
    void reset() throws IOException, InterruptedException {
        send(HttpRequest.newBuilder(address.resolve("/moto-api/reset"))
                .timeout(PATIENCE)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build());
    }

    private static void send(HttpRequest request) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            client.send(request, HttpResponse.BodyHandlers.discarding());
        }
    }

    private void end(Path folder) {
        process.destroyForcibly();
        try {
            Files.deleteIfExists(folder.resolve(OUTPUT));
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
