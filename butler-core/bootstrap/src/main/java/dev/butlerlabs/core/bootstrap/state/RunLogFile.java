package dev.butlerlabs.core.bootstrap.state;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ProgressEvent.RunEnded;
import dev.butlerlabs.core.progress.ProgressEvent.RunStarted;
import dev.butlerlabs.core.progress.ProgressEventReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** Reads the run log of a cluster, one JSON document per line, while a run may append to it. Not thread-safe. */
public final class RunLogFile {
    private static final Duration LOOK = Duration.ofMillis(200);

    private final Path file;
    private final ProgressEventReader reader = new ProgressEventReader();
    private long read;

    public RunLogFile(Path file) {
        this.file = file;
    }

    /**
     * Returns the events since the last call. An incomplete line is returned by a later call.
     *
     * @throws ButlerException if the file cannot be read
     */
    public List<ProgressEvent> news() {
        try (RandomAccessFile story = new RandomAccessFile(file.toFile(), "r")) {
            story.seek(read);
            byte[] bytes = new byte[Math.toIntExact(story.length() - read)];
            story.readFully(bytes);
            int end = IntStream.iterate(bytes.length, i -> i - 1)
                    .limit(bytes.length + 1L)
                    .filter(i -> i == 0 || bytes[i - 1] == '\n')
                    .findFirst()
                    .orElse(0);
            read += end;
            return new String(bytes, 0, end, StandardCharsets.UTF_8)
                    .lines()
                    .flatMap(line -> reader.read(line).stream())
                    .toList();
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.UNREADABLE_FILE, "Cannot read run log %s: %s.".formatted(file, e.getMessage()), e);
        }
    }

    /**
     * Reports the events of the last run from its start until it ends.
     *
     * @param isAlive returns whether the process that writes the log is still running
     * @return the result of the run; empty if it was cut off
     */
    public Optional<RunEnded> follow(Progress listener, BooleanSupplier isAlive) throws InterruptedException {
        List<ProgressEvent> news = lastRun(news());
        while (true) {
            news.forEach(listener::report);
            if (!news.isEmpty() && news.getLast() instanceof RunEnded ended) {
                return Optional.of(ended);
            }
            boolean alive = isAlive.getAsBoolean();
            news = news();
            if (news.isEmpty() && !alive) {
                return Optional.empty();
            }
            if (news.isEmpty()) {
                Thread.sleep(LOOK);
            }
        }
    }

    private static List<ProgressEvent> lastRun(List<ProgressEvent> all) {
        int begin = IntStream.range(0, all.size())
                .filter(i -> all.get(i) instanceof RunStarted)
                .reduce(0, (before, later) -> later);
        return all.subList(begin, all.size());
    }
}
