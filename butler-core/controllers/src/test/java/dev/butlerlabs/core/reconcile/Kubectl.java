package dev.butlerlabs.core.reconcile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The real kubectl, where there is one. */
final class Kubectl {
    private Kubectl() {}

    static boolean isPresent() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(place -> Files.isExecutable(Path.of(place, "kubectl")));
    }

    static String run(Path kubeconfig, String... arguments) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Stream.concat(Stream.of("kubectl", "--kubeconfig", kubeconfig.toString()), Stream.of(arguments))
                                .toList())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("kubectl did not end");
        }
        return output;
    }
}
