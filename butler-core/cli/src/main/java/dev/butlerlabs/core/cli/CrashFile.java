package dev.butlerlabs.core.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Writes the stack trace of an unexpected failure to a file, so that the terminal does not show it. */
final class CrashFile {
    private CrashFile() {}

    /** Writes the stack trace to a new file that only its owner can read; empty if writing fails. */
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

    /** Returns the text without command-line arguments, which may be confidential. */
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
