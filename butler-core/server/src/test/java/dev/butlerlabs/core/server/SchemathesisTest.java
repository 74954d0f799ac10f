package dev.butlerlabs.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.server.http.RequestLimit;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.core.testing.PreparedPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends random requests, valid and invalid ones, which schemathesis derives from the OpenAPI document. No request may cause an internal error, and
 * every response must have a documented status, type and schema.
 */
@Tag("process")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class SchemathesisTest {
    /** Ending the session and opening a stream, which does not end, are not repeated at random. */
    private static final List<String> EXCLUDED = List.of("/api/auth/logout", "/api/auth/link", "/api/stream");

    private static final String CHECKS =
            "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance";

    @TempDir
    private Path folder;

    @Test
    void randomRequestsGetDocumentedResponses() throws Exception {
        Optional<Path> part = PreparedPart.SCHEMATHESIS.find();
        assumeTrue(part.isPresent(), PreparedPart.SCHEMATHESIS.absent());
        RequestLimit none = new RequestLimit(1_000_000, 1_000_000);
        try (ConsoleTestBed bed = new ConsoleTestBed();
                ConsoleServer console = bed.loopback(bed.admin, settings -> settings.withRates(none, none));
                ConsoleBrowser browser = ConsoleBrowser.loggedIn(console)) {
            bed.namespace("team-a");
            bed.create(ConsoleTestBed.cluster("team-a", "web"));
            Path output = folder.resolve("schemathesis.txt");
            Process process = new ProcessBuilder(command(part.get(), browser))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            try {
                assertThat(process.waitFor()).as(() -> text(output)).isZero();
            } finally {
                process.destroyForcibly();
            }
            assertThat(text(output)).containsPattern("[0-9]{2,} generated, [0-9]{2,} passed");
        }
    }

    private static List<String> command(Path part, ConsoleBrowser browser) {
        List<String> words = new java.util.ArrayList<>(List.of(
                part.resolve("bin/python").toString(),
                "-m",
                "schemathesis.cli",
                "run",
                browser.url.resolve("/api/openapi.json").toString(),
                "--header",
                "Cookie: " + browser.cookie.orElseThrow(),
                "--header",
                "X-Butler-CSRF: " + browser.csrf,
                "--checks",
                CHECKS,
                "--phases",
                String.join(
                        ",",
                        LongSuite.plus(List.of("examples", "fuzzing"), "coverage")
                                .toList()),
                "--max-examples",
                Integer.toString(LongSuite.count(1, 10_000)),
                "--request-timeout",
                "30",
                "--seed",
                "27",
                "--no-color"));
        // With a time, schemathesis continues until it is over, and a slow machine tries little before.
        if (LongSuite.isEnabled()) {
            words.addAll(List.of("--max-time", "600"));
        }
        EXCLUDED.forEach(path -> words.addAll(List.of("--exclude-path", path)));
        return words;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
