package dev.butlerlabs.core.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where the trace of a failure nobody foresaw is kept, so that the screen need not show it. */
final class CrashFile {
    private CrashFile() {}

    /** Writes the trace to a new file that only its owner can read; empty when even that fails. */
    static Optional<Path> write(String command, Throwable failure) {
        try {
            Path file = Files.createTempFile("butler-failure-", ".txt");
            Files.writeString(file, text(command, failure));
            return Optional.of(file);
        } catch (IOException e) {
            failure.addSuppressed(e);
            return Optional.empty();
        }
    }

    /** The arguments stay out of it: they may name things the reader of a report has no business knowing. */
    private static String text(String command, Throwable failure) {
        BuildInfo build = BuildInfo.load();
        return """
                command   %s
                version   %s (%s)
                runtime   Java %s on %s

                %s""".formatted(
                command, build.version(), build.commit(), Runtime.version(), BuildInfo.platform(), trace(failure));
    }

    static String trace(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace, true));
        return trace.toString();
    }
}
