package dev.butlerlabs.core.docker;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.testcontainers.images.builder.ImageFromDockerfile;
import org.testcontainers.utility.MountableFile;

/** The image of a KIND node without Kubernetes. Testcontainers builds it from files of this project; nothing is pulled. */
public final class TestNodeImage {
    private static final String NAME = "butler-test/node:v1.31.2";
    private static final String REAPER = "TESTCONTAINERS_RYUK_DISABLED";
    private static final int EXECUTABLE = 0755;

    private TestNodeImage() {}

    /** Builds the image on the engine of the test bench; skips the test if that is not possible. */
    public static ImageName require() {
        TestBenchDocker.require();
        Assumptions.assumeTrue(
                Boolean.parseBoolean(System.getenv(REAPER)),
                REAPER + " is not set to true: Testcontainers would pull the image of its reaper");
        Optional<Path> busybox = busybox();
        Assumptions.assumeTrue(busybox.isPresent(), "no busybox (package busybox-static)");
        return ImageName.parse(Built.with(busybox.get()));
    }

    private static Optional<Path> busybox() {
        return Stream.of(System.getenv().getOrDefault("PATH", "/bin").split(File.pathSeparator))
                .map(directory -> Path.of(directory, "busybox"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Uses Testcontainers, which is loaded only if an engine runs. */
    private static final class Built {
        private Built() {}

        /** The Dockerfile is passed as a plain file: Testcontainers would try to pull its base image, scratch. */
        static String with(Path busybox) {
            return new ImageFromDockerfile(NAME, false)
                    .withFileFromTransferable("busybox", MountableFile.forHostPath(busybox, EXECUTABLE))
                    .withFileFromTransferable("Dockerfile", file("Dockerfile", null))
                    .withFileFromTransferable("bin", file("bin", EXECUTABLE))
                    .withFileFromTransferable("kind", file("kind", null))
                    .withBuildImageCmdModifier(command -> command.withNetworkMode("none"))
                    .get();
        }

        private static MountableFile file(String name, Integer mode) {
            return MountableFile.forClasspathResource("kind-node/" + name, mode);
        }
    }
}
