package dev.butlerlabs.core.embedded.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** An open stream of events, read in the background so that a silent server cannot hang a test. */
final class Watch implements AutoCloseable {

    /** Stands for the end of the stream. */
    static final JsonNode END = MissingNode.getInstance();

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final int status;
    private final HttpHeaders headers;
    private final InputStream stream;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    Watch(int status, HttpHeaders headers, InputStream stream) {
        this.status = status;
        this.headers = headers;
        this.stream = stream;
        Thread.ofVirtual().start(this::read);
    }

    /** The answer as such, for a watch that was refused: the whole text if there was one, else none. */
    Answer answer() {
        return new Answer(status, headers, status == 200 ? "" : nextLine());
    }

    JsonNode next() {
        String line = nextLine();
        return line.isEmpty() ? END : Yaml.json(line);
    }

    private String nextLine() {
        try {
            String line = lines.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            if (line == null) {
                throw new AssertionError("no event within " + PATIENCE.toSeconds() + " seconds");
            }
            return line;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void read() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            reader.lines().filter(line -> !line.isEmpty()).forEach(lines::add);
        } catch (IOException | UncheckedIOException e) {
            // A closed or broken stream ends like any other; the events that are missing will be noticed.
        } finally {
            lines.add("");
        }
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
