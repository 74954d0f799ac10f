package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.core.testing.PreparedPart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The real clusterctl that {@code scripts/testbench-clusterapi} prepares, with an administrator's kubeconfig and without access to the internet. */
final class ClusterctlProgram {
    static final PreparedPart PART = new PreparedPart("clusterapi", "BUTLER_CLUSTERAPI", "clusterapi-", "clusterctl");

    private static final long SECONDS = 90;
    /** The discard port of this machine: requests to any host but loopback are sent there and fail. */
    private static final String NO_PROXY_HOST = "http://127.0.0.1:9";

    private final Path file;
    private final Path home;

    private ClusterctlProgram(Path file, Path home) {
        this.file = file;
        this.home = home;
    }

    /** Returns the program; empty if it is not prepared on this machine. */
    static Optional<ClusterctlProgram> find(Path home, String kubeconfig) throws IOException {
        Optional<Path> directory = PART.find();
        if (directory.isEmpty()) {
            return Optional.empty();
        }
        Files.createFile(
                home.resolve("kubeconfig"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(home.resolve("kubeconfig"), kubeconfig);
        Files.writeString(home.resolve("clusterctl.yaml"), "{}\n");
        return Optional.of(new ClusterctlProgram(directory.get().resolve("clusterctl"), home));
    }

    Run run(String... arguments) throws IOException, InterruptedException {
        return run(
                file,
                Stream.concat(
                                Stream.of(arguments),
                                Stream.of(
                                        "--config",
                                        home.resolve("clusterctl.yaml").toString()))
                        .toList());
    }

    /** Runs the real kubectl in the same way. */
    Run kubectl(Path program, String... arguments) throws IOException, InterruptedException {
        return run(program, List.of(arguments));
    }

    private Run run(Path program, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(arguments);
        command.addAll(List.of("--kubeconfig", home.resolve("kubeconfig").toString()));
        Path output = Files.createTempFile(home, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of(
                        "HOME",
                        home.toString(),
                        "CLUSTERCTL_DISABLE_VERSIONCHECK",
                        "true",
                        "HTTP_PROXY",
                        NO_PROXY_HOST,
                        "HTTPS_PROXY",
                        NO_PROXY_HOST,
                        "NO_PROXY",
                        "127.0.0.1"));
        Process process = builder.start();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new IOException(program.getFileName() + " timed out: " + Files.readString(output));
        }
        return new Run(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    }

    /**
     * The result of a run.
     *
     * @param text both output streams
     */
    record Run(int exitCode, String text) {}
}
