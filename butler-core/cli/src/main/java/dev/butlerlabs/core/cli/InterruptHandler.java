package dev.butlerlabs.core.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Handles Ctrl-C and SIGTERM: prints a message, interrupts the command and gives it some time to clean up. A second
 * signal exits immediately. The Java runtime sets the exit code to 128 plus the signal number.
 */
final class InterruptHandler {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final MessagePrinter messages;
    private final Thread command;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean happened;

    private InterruptHandler(MessagePrinter messages, Thread command) {
        this.messages = messages;
        this.command = command;
    }

    /** Watches the calling thread until {@link #commandIsOver()}. */
    static InterruptHandler watch(MessagePrinter messages) {
        InterruptHandler interruption = new InterruptHandler(messages, Thread.currentThread());
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
        // A second signal may end the process at any moment, so the terminal has to be in order from now on.
        messages.stopScreen();
        messages.print("Stopping within %d s.".formatted(PATIENCE.toSeconds()));
        command.interrupt();
        if (DefaultSignalHandler.endsAtOnce() && over.getCount() > 0) {
            messages.print("Press Ctrl-C again to exit immediately.");
        }
        try {
            if (!over.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                messages.print("Stopped before the cleanup was complete. Rerun the command to continue.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
