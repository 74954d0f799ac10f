package dev.butlerlabs.bench;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** How long repeated work takes. */
final class Timing {
    private Timing() {}

    /** Milliseconds of each of many calls, one after the other. */
    static double[] each(int from, int to, IntConsumer call) {
        return IntStream.range(from, to)
                .mapToDouble(number -> milliseconds(() -> call.accept(number)))
                .toArray();
    }

    /** Calls per second when so many callers share the work. */
    static double rate(int from, int to, int callers, IntConsumer call) {
        double milliseconds = milliseconds(() -> share(from, to, callers, call));
        return (to - from) * 1000.0 / milliseconds;
    }

    static double percentile(double[] values, int percent) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
    }

    static double milliseconds(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return (System.nanoTime() - start) / 1e6;
    }

    private static void share(int from, int to, int callers, IntConsumer call) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var shares = IntStream.range(0, callers)
                    .<Future<?>>mapToObj(caller -> threads.submit(() -> {
                        for (int number = from + caller; number < to; number += callers) {
                            call.accept(number);
                        }
                    }))
                    .toList();
            for (Future<?> share : shares) {
                await(share);
            }
        }
    }

    static void await(Future<?> work) {
        try {
            work.get();
        } catch (ExecutionException failure) {
            throw new IllegalStateException(failure.getCause());
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
