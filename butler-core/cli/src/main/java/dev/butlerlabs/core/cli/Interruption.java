package dev.butlerlabs.core.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C and SIGTERM: says so at once, interrupts the command and leaves it some time to put things down in order. A second one
 * leaves at once. The exit code is the customary 128 plus the signal's number, which the Java runtime sees to.
 */
final class Interruption {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Messages messages;
    private final Thread command;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean happened;

    private Interruption(Messages messages, Thread command) {
        this.messages = messages;
        this.command = command;
    }

    /** Watches over the calling thread until {@link #commandIsOver()}. */
    static Interruption watch(Messages messages) {
        Interruption interruption = new Interruption(messages, Thread.currentThread());
        Runtime.getRuntime().addShutdownHook(new Thread(interruption::stop, "interruption"));
        return interruption;
    }

    boolean happened() {
        return happened;
    }

    void commandIsOver() {
        over.countDown();
    }

    private void stop() {
        if (over.getCount() == 0) {
            return;
        }
        happened = true;
        messages.print("Interrupted: stopping in order, for at most %d s.".formatted(PATIENCE.toSeconds()));
        command.interrupt();
        if (SecondSignal.endsAtOnce() && over.getCount() > 0) {
            messages.print("Ctrl-C once more leaves at once.");
        }
        try {
            if (!over.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                messages.print("Stopped before everything was put in order; the next run copes with what is left.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
