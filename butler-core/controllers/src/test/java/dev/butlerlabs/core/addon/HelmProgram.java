package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.testing.PreparedPart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A real program on this machine, such as the helm that {@code scripts/testbench-helm} prepares. */
record HelmProgram(Path file, Path home) {
    static final String ABSENT = "no helm here; scripts/testbench-helm builds it where Go is present";

    private static final long SECONDS = 120;

    static Optional<Path> find() {
        return PreparedPart.HELM.find();
    }

    /** Runs it with nothing of this machine's settings. */
    Result run(Map<String, String> environment, List<String> words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(file.toString()));
        command.addAll(words);
        Path output = Files.createTempFile(home, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("HELM_") || name.startsWith("KUBE"));
        builder.environment().put("HOME", home.toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            return new Result(124, Files.readString(output) + "\ndid not end");
        }
        return new Result(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    }

    /** How it ended; both streams together. */
    record Result(int exitCode, String text) {}
}
