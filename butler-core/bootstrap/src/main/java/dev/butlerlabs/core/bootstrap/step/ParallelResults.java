package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Unwraps the results of tasks on other threads. */
public final class ParallelResults {
    private ParallelResults() {}

    public static <T> T result(Future<T> work) {
        try {
            return work.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ButlerException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "Interrupted.", e);
        }
    }
}
