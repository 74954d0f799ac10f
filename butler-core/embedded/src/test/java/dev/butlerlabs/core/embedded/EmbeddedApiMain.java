package dev.butlerlabs.core.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Runs a server by hand: {@code EmbeddedApiMain KUBECONFIG-OUT [DATA-DIRECTORY [PORT]]}. */
final class EmbeddedApiMain {
    private EmbeddedApiMain() {}

    public static void main(String[] arguments) throws Exception {
        long begin = System.nanoTime();
        EmbeddedApiOptions options = arguments.length > 1
                ? EmbeddedApiOptions.inDirectory(Path.of(arguments[1]))
                : EmbeddedApiOptions.inMemory();
        int port = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 0;
        try (EmbeddedApiServer server = EmbeddedApiServer.start(options.withPort(port))) {
            Path out = Path.of(arguments[0]);
            Files.deleteIfExists(out);
            Files.createFile(out, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(out, server.kubeconfig());
            System.out.printf("%s in %d ms%n", server.uri(), (System.nanoTime() - begin) / 1_000_000);
            Thread.currentThread().join();
        }
    }
}
