package dev.butlerlabs.core.docker;

import dev.butlerlabs.core.error.ButlerException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** The Docker engine that {@code scripts/testbench-docker} starts for the tests. The machine's own one is never used. */
public final class TestBenchDocker {
    private TestBenchDocker() {}

    /** Its address; skips the test where it does not run. */
    public static URI require() {
        Assumptions.assumeTrue(
                Files.exists(socket()) && answers(host()),
                "no Docker engine of the test bench (scripts/testbench-docker)");
        return host();
    }

    /** Its address, whether it runs or not. */
    static URI host() {
        return URI.create("unix://" + socket());
    }

    private static Path socket() {
        return Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
                .resolve("butler/testbench/docker/docker.sock");
    }

    private static boolean answers(URI host) {
        try (DockerEngine docker = DockerEngine.at(host)) {
            docker.version();
            return true;
        } catch (ButlerException e) {
            return false;
        }
    }

    /** An image that the engine has; skips the test where it has not. */
    public static ImageName requireImage(URI host, String name, String script) {
        ImageName image = ImageName.parse(name);
        try (DockerEngine docker = DockerEngine.at(host)) {
            Assumptions.assumeTrue(docker.images().has(image), "no image %s (%s)".formatted(name, script));
        }
        return image;
    }
}
