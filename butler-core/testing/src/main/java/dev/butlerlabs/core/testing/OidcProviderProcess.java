package dev.butlerlabs.core.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The npm package oidc-provider on loopback, as scripts/testbench-oidc prepares it. It cannot connect to other addresses. */
public final class OidcProviderProcess implements AutoCloseable {
    private static final Path SCRIPT = Path.of("butlerctl/src/test/resources/oidc/provider.mjs");
    private static final Pattern ADDRESS = Pattern.compile("listening on (https?://127\\.0\\.0\\.1:\\d+)");

    private final Process process;
    private final String issuer;

    private OidcProviderProcess(Process process, String issuer) {
        this.process = process;
        this.issuer = issuer;
    }

    /**
     * Starts the provider, or skips the test if it is not prepared.
     *
     * @param directory for its output
     * @param tls the files of a certificate and its key; none for http
     */
    public static OidcProviderProcess start(Path directory, Path... tls) throws IOException {
        Optional<Path> part = PreparedPart.OIDC_PROVIDER.find();
        assumeTrue(part.isPresent(), PreparedPart.OIDC_PROVIDER.absent());
        List<String> words = new ArrayList<>(List.of(
                part.get().resolve("node").toString(),
                ProjectRoot.find().resolve(SCRIPT).toString(),
                part.get().resolve("node_modules").toString()));
        List.of(tls).forEach(file -> words.add(file.toString()));
        Path output = directory.resolve("provider.txt");
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        Optional<String> address = Optional.empty();
        try {
            address = TestAwait.upTo(Duration.ofSeconds(60), "the address of oidc-provider")
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> address(output), found -> found.isPresent() || !process.isAlive());
        } finally {
            if (address.isEmpty()) {
                process.destroyForcibly();
            }
        }
        String printed = Files.readString(output);
        return new OidcProviderProcess(
                process, address.orElseThrow(() -> new IOException("oidc-provider did not start: " + printed)));
    }

    private static Optional<String> address(Path output) throws IOException {
        Matcher line = ADDRESS.matcher(Files.readString(output));
        return line.find() ? Optional.of(line.group(1)) : Optional.empty();
    }

    /** Returns the issuer, an address on loopback. */
    public String issuer() {
        return issuer;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
