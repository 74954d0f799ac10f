package dev.butlerlabs.core.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The standalone server of moto on a port of 127.0.0.1, as S3 storage. */
public record MotoProcess(Process process, String address) implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final Pattern ADDRESS = Pattern.compile("Running on (http://127\\.0\\.0\\.1:\\d+)");

    /** Starts the server; its output is written to a file in the directory. */
    public static MotoProcess start(Path directory) throws IOException {
        Path output = directory.resolve("moto.txt");
        Path python = PreparedPart.MOTO.find().orElseThrow().resolve("bin/python");
        Process process = new ProcessBuilder(
                        List.of(python.toString(), "-m", "moto.server", "-H", "127.0.0.1", "-p", "0"))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            String text = TestAwait.upTo(LIMIT, "the address of moto")
                    .until(
                            () -> Files.readString(output),
                            printed -> ADDRESS.matcher(printed).find() || !process.isAlive());
            Matcher line = ADDRESS.matcher(text);
            if (!line.find()) {
                throw new IOException("moto did not start: " + text);
            }
            return new MotoProcess(process, line.group(1));
        } catch (RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
