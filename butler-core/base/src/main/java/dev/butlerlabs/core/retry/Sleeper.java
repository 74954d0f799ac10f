package dev.butlerlabs.core.retry;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.time.Duration;

/** Pauses the current thread. Tests replace it with one that only advances their clock. */
@FunctionalInterface
public interface Sleeper {
    /** Sleeps with {@link Thread#sleep(Duration)}. */
    Sleeper SYSTEM = Thread::sleep;

    void sleep(Duration duration) throws InterruptedException;

    /**
     * Sleeps, and converts an interruption. The thread stays interrupted.
     *
     * @param interrupted the message if the thread is interrupted
     * @throws ButlerException with CANCELLED if the thread is interrupted
     */
    default void pause(Duration duration, String interrupted) {
        try {
            sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, interrupted, e);
        }
    }
}
