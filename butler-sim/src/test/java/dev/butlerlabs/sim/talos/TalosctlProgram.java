package dev.butlerlabs.sim.talos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The real talosctl, as scripts/testbench-talosctl prepares it. */
record TalosctlProgram(Path file, Path home) {
    private static final long SECONDS = 90;

    static Optional<Path> find() {
        String named = System.getenv("BUTLER_TALOSCTL");
        if (named != null && Files.isExecutable(Path.of(named))) {
            return Optional.of(Path.of(named));
        }
        String cache = System.getenv("XDG_CACHE_HOME");
        Path folder = (cache == null || cache.isEmpty()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(cache))
                .resolve("butler/testbench");
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("talosctl-"))
                    .filter(Files::isExecutable)
                    .max(Comparator.comparing(Path::toString));
        } catch (IOException e) {
            return Optional.empty();
        }
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
