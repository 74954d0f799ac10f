package dev.butlerlabs.core.operation;

import java.time.Duration;
import java.util.Objects;

/**
 * The times of an {@link OperationLoop}. Immutable.
 *
 * @param poll the pause between two passes
 * @param limit how long one list of steps may take
 * @param recheck how long a failure may come from an earlier run
 */
public record OperationTimeouts(Duration poll, Duration limit, Duration recheck) {
    public OperationTimeouts {
        Objects.requireNonNull(poll, "poll");
        Objects.requireNonNull(limit, "limit");
        Objects.requireNonNull(recheck, "recheck");
    }

    /** Returns the times for a real cluster. */
    public static OperationTimeouts within(Duration limit) {
        return new OperationTimeouts(Duration.ofSeconds(2), limit, Duration.ofSeconds(15));
    }
}
