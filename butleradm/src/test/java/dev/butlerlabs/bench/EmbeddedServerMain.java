package dev.butlerlabs.bench;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;

/**
 * The embedded API with Butler's kinds in a process of its own: {@code EmbeddedServerMain DATA-DIRECTORY}. Tells where it answers on standard output, answers
 * "heap" with the bytes in use after a collection, and ends when standard input does.
 */
final class EmbeddedServerMain {
    private EmbeddedServerMain() {}

    public static void main(String[] arguments) throws IOException {
        long start = System.nanoTime();
        try (EmbeddedApiServer server = EmbeddedApiServer.start(options(arguments[0]));
                BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.printf(
                    "%s %d%n", introduction(server), Timing.since(start).toMillis());
            while (input.readLine() != null) {
                System.out.println(heapBytes());
            }
        }
    }

    private static EmbeddedApiOptions options(String directory) {
        return EmbeddedApiOptions.inDirectory(Path.of(directory))
                .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts()));
    }

    /** On a pipe to the parent alone, so that the token reaches nobody else. */
    private static String introduction(EmbeddedApiServer server) {
        return Base64.getEncoder().encodeToString(server.kubeconfig().getBytes(StandardCharsets.UTF_8));
    }

    private static long heapBytes() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
