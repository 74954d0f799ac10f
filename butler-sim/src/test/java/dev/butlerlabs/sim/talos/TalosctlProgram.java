package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.testing.PreparedPart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The real talosctl, as scripts/testbench-talosctl prepares it. */
record TalosctlProgram(Path file, Path home) {
    private static final long SECONDS = 90;

    static Optional<Path> find() {
        return PreparedPart.TALOSCTL.find();
    }

    Run run(String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(file.toString()));
        words.addAll(List.of(arguments));
        Path output = Files.createTempFile(home, "talosctl", ".txt");
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("HOME", home.toString());
        builder.environment().keySet().removeIf(name -> name.equals("TALOSCONFIG") || name.equals("KUBECONFIG"));
        Process process = builder.start();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("talosctl did not end: " + Files.readString(output));
        }
        return new Run(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    }

    /** What came of it; both streams together. */
    record Run(int exitCode, String text) {}
}
