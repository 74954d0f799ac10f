package dev.butlerlabs.core.status;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reads sources side by side with a common time limit. A source that fails or does not answer in time does not affect the others.
 * Thread-safe.
 *
 * @param limit time limit of all sources together
 * @param interval how often the waiting listener is called
 */
public record ParallelReader(Duration limit, Duration interval) {
    private static final Duration EVERY_SECOND = Duration.ofSeconds(1);

    public ParallelReader(Duration limit) {
        this(limit, EVERY_SECOND);
    }

    /**
     * Reads all sources.
     *
     * @param waiting called regularly with the names of the sources that have not answered yet
     * @return the readings in the order of the sources
     * @throws ButlerException if the thread is interrupted
     */
    public <T> Map<String, SourceResult<T>> read(Map<String, Callable<T>> sources, Consumer<List<String>> waiting) {
        // Not closed: close() would wait for sources that ignore the interruption.
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        CompletionService<Answer<T>> done = new ExecutorCompletionService<>(threads);
        sources.forEach((name, source) -> done.submit(() -> new Answer<>(name, reading(source))));
        try {
            return ordered(sources.keySet(), await(done, sources.keySet(), waiting));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "Interrupted.", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private record Answer<T>(String name, SourceResult<T> reading) {}

    private <T> Map<String, SourceResult<T>> await(
            CompletionService<Answer<T>> done, Set<String> names, Consumer<List<String>> waiting)
            throws InterruptedException, ExecutionException {
        Map<String, SourceResult<T>> readings = new LinkedHashMap<>();
        Set<String> pending = new LinkedHashSet<>(names);
        long end = System.nanoTime() + limit.toNanos();
        for (long left = limit.toNanos(); left > 0 && !pending.isEmpty(); left = end - System.nanoTime()) {
            Future<Answer<T>> next = done.poll(Math.min(left, interval.toNanos()), TimeUnit.NANOSECONDS);
            if (next == null) {
                waiting.accept(List.copyOf(pending));
            } else {
                Answer<T> answer = next.get();
                pending.remove(answer.name());
                readings.put(answer.name(), answer.reading());
            }
        }
        pending.forEach(name -> readings.put(
                name,
                new SourceResult.Unknown<>(
                        ErrorCode.TIMEOUT, "it did not answer within %d s".formatted(limit.toSeconds()))));
        return readings;
    }

    /** Whatever fails, the other sources are shown. */
    private static <T> SourceResult<T> reading(Callable<T> source) {
        try {
            return SourceResult.of(source.call());
        } catch (Exception e) {
            return failed(e);
        }
    }

    private static <T> SourceResult<T> failed(Throwable cause) {
        return cause instanceof ButlerException told
                ? new SourceResult.Unknown<>(told.code(), phrase(told.getMessage()))
                : new SourceResult.Unknown<>(ErrorCode.INTERNAL, "of an internal error: " + cause);
    }

    /** Converts a message of an exception to a part of another one: it then starts in lower case and has no full stop. */
    static String phrase(String sentence) {
        String plain = sentence.strip().replaceFirst("\\.$", "");
        boolean isWord = plain.length() > 1 && Character.isLowerCase(plain.charAt(1));
        return isWord ? Character.toLowerCase(plain.charAt(0)) + plain.substring(1) : plain;
    }

    private static <T> Map<String, SourceResult<T>> ordered(Set<String> names, Map<String, SourceResult<T>> readings) {
        Map<String, SourceResult<T>> ordered = new LinkedHashMap<>();
        names.forEach(name -> ordered.put(name, readings.get(name)));
        return ordered;
    }
}
