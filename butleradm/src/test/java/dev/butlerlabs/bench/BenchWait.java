package dev.butlerlabs.bench;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Waits of a benchmark, which end by themselves: a count that reaches a number, or one that does not change any more. While a wait lasts, its state is printed.
 *
 * @param limit maximum time without progress
 * @param messages receives the state every few seconds
 * @param nanoTime the clock
 * @param pause waits that long
 */
record BenchWait(Duration limit, Consumer<String> messages, LongSupplier nanoTime, Pause pause) {
    private static final Duration STEP = Duration.ofMillis(20);
    private static final Duration REPORT = Duration.ofSeconds(15);
    private static final Duration QUIET = Duration.ofSeconds(3);

    /** Waits a moment. */
    interface Pause {
        void of(Duration time) throws InterruptedException;
    }

    /** What a benchmark waits for does not come. */
    static final class TimeoutException extends RuntimeException {
        private static final long serialVersionUID = 1;

        TimeoutException(String message) {
            super(message);
        }
    }

    static BenchWait printing(Duration limit, PrintStream out) {
        return new BenchWait(limit, out::println, System::nanoTime, time -> Thread.sleep(time));
    }

    /**
     * Waits until a count reaches a number.
     *
     * @param what such as {@code tenant clusters ready}
     * @param missing describes what is missing, such as the conditions of one object; called only for the error
     * @throws TimeoutException if the count does not change for the limit
     */
    void count(String what, int target, DoubleSupplier count, Supplier<String> missing) throws InterruptedException {
        long start = nanoTime.getAsLong();
        long changed = start;
        long reported = start;
        double last = count.getAsDouble();
        while (last < target) {
            pause.of(STEP);
            long now = nanoTime.getAsLong();
            double next = count.getAsDouble();
            if (next != last) {
                changed = now;
                last = next;
            }
            if (now - changed > limit.toNanos()) {
                throw new TimeoutException("%s: %.0f/%d, no progress for %d s. %s"
                        .formatted(what, last, target, limit.toSeconds(), missing.get()));
            }
            if (now - reported > REPORT.toNanos()) {
                reported = now;
                messages.accept("waiting, %s: %.0f/%d".formatted(what, last, target));
            }
        }
    }

    /**
     * Waits until a condition holds.
     *
     * @param problem describes why it does not; empty if it holds
     * @throws TimeoutException if it does not hold after the limit
     */
    void until(String what, Supplier<Optional<String>> problem) throws InterruptedException {
        count(
                what,
                1,
                () -> problem.get().isEmpty() ? 1 : 0,
                () -> problem.get().orElse(""));
    }

    /**
     * Waits until a count does not change for a few seconds.
     *
     * @throws TimeoutException if it still changes after the limit
     */
    void settled(String what, DoubleSupplier count) throws InterruptedException {
        long start = nanoTime.getAsLong();
        double before = Double.NaN;
        for (double now = count.getAsDouble(); now != before; now = count.getAsDouble()) {
            if (nanoTime.getAsLong() - start > limit.toNanos()) {
                throw new TimeoutException("%s do not end: %.0f, %.0f %d s before, after %d s"
                        .formatted(what, now, before, QUIET.toSeconds(), limit.toSeconds()));
            }
            before = now;
            pause.of(QUIET);
        }
    }
}
