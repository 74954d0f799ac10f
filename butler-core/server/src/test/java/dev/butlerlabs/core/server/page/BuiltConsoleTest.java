package dev.butlerlabs.core.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** The committed files of the console belong to its sources. If this fails, run scripts/console and commit the result. */
class BuiltConsoleTest {
    private static final Path SOURCES = Path.of("console");
    private static final Path BUILT = Path.of("src/main/resources/dev/butlerlabs/core/server/console");
    private static final List<String> SETTINGS =
            List.of("index.html", "package-lock.json", "package.json", "tsconfig.json", "vite.config.ts");

    @Test
    void theFilesWereBuiltFromTheSources() throws Exception {
        Map<String, String> recorded = Files.readAllLines(BUILT.resolve("sources.sha256")).stream()
                .map(line -> line.split(" {2}", 2))
                .collect(Collectors.toMap(parts -> parts[1], parts -> parts[0]));

        assertThat(recorded).as("run scripts/console").isEqualTo(digests());
    }

    @Test
    void thePageRefersToExistingFilesOnly() throws IOException {
        String page = Files.readString(BUILT.resolve("index.html"));
        List<String> references = Stream.of(page.split("\""))
                .filter(text -> text.startsWith("/assets/"))
                .toList();

        assertThat(references)
                .hasSizeGreaterThan(1)
                .allSatisfy(path -> assertThat(BUILT.resolve(path.substring(1))).exists());
        assertThat(page).doesNotContain("http:", "https:", "style=", "<style");
    }

    @Test
    void compressedFilesHaveTheSameContent() throws IOException {
        try (Stream<Path> files = Files.list(BUILT.resolve("assets"))) {
            List<Path> scripts = files.filter(file -> file.toString().matches(".*\\.(js|css)"))
                    .toList();
            assertThat(scripts).isNotEmpty();
            for (Path file : scripts) {
                try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(Path.of(file + ".gz")))) {
                    assertThat(in.readAllBytes()).isEqualTo(Files.readAllBytes(file));
                }
            }
        }
    }

    private static Map<String, String> digests() throws IOException, GeneralSecurityException {
        Map<String, String> digests = new TreeMap<>();
        try (Stream<Path> files = Files.walk(SOURCES.resolve("src"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = SOURCES.relativize(file).toString().replace('\\', '/');
                if (!name.endsWith(".test.ts")) {
                    digests.put(name, digest(file));
                }
            }
        }
        for (String name : SETTINGS) {
            digests.put(name, digest(SOURCES.resolve(name)));
        }
        return digests;
    }

    private static String digest(Path file) throws IOException, GeneralSecurityException {
        String text = Files.readString(file, StandardCharsets.UTF_8);
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
