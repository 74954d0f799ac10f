package dev.butlerlabs.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.error.ButlerException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pushes to a real registry and reads the image back with another client. */
@Tag("process")
class ImagePushTest {
    private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";

    @TempDir
    private Path directory;

    @Test
    void anotherClientReadsTheDigestOfTheArchive() throws Exception {
        Optional<Path> part = TestRegistry.PART.find();
        assumeTrue(part.isPresent(), "no registry; scripts/testbench-talosnode prepares one");
        try (TestRegistry registry = TestRegistry.start(part.get(), directory)) {
            ImageBuilder builder = builder(directory.resolve("cache"));
            String archived =
                    builder.writeArchive(directory.resolve("image.tar")).digest();
            String pushed = builder.push(registry.address() + "/butler/butler-controllers:1.2.3")
                    .digest();

            byte[] manifest = curl("http://" + registry.address() + "/v2/butler/butler-controllers/manifests/1.2.3");

            assertThat(pushed).isEqualTo(archived);
            assertThat(digest(manifest)).isEqualTo(archived);
            String layer =
                    new ObjectMapper().readTree(manifest).at("/layers/0/digest").asText();
            assertThat(digest(curl("http://" + registry.address() + "/v2/butler/butler-controllers/blobs/" + layer)))
                    .isEqualTo(layer);
        }
    }

    @Test
    void reportsARegistryThatDoesNotAnswer() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }

        // Not in the temporary directory, which cannot always be deleted while the layer is still being written after
        // the failure.
        ImageBuilder builder = builder(Path.of("target", "image-cache"));

        assertThatThrownBy(() -> builder.push("127.0.0.1:%d/butler/butler-controllers:1.2.3".formatted(port)))
                .isInstanceOf(ButlerException.class)
                .hasMessageContaining("Cannot build the image");
    }

    private ImageBuilder builder(Path cache) throws IOException {
        Path program = Files.writeString(directory.resolve("program"), "a program");
        ImageLayer layer = new ImageLayer("program", List.of(ImageFile.executable(program, "/butler-controllers")));
        ImageSpec spec = new ImageSpec(
                "example.test/butler-controllers:1.2.3",
                "amd64",
                Instant.EPOCH,
                List.of("/butler-controllers"),
                Map.of("org.opencontainers.image.title", "butler-controllers"),
                List.of(layer));
        return new ImageBuilder(spec, cache);
    }

    private static byte[] curl(String url) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("curl", "-fsSL", "--max-time", "60", "-H", "Accept: " + MANIFEST, url)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        byte[] body = process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).isZero();
        return body;
    }

    private static String digest(byte[] content) throws Exception {
        return "sha256:"
                + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    }
}
