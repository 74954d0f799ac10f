package dev.butlerlabs.core.node;

import java.time.Duration;
import java.util.Objects;

/**
 * How a node is drained. Immutable.
 *
 * @param force whether to evict pods that no controller recreates
 * @param deleteEmptyDirData whether to evict pods whose emptyDir volumes are lost
 * @param limit how long evictions are retried
 */
public record DrainOptions(boolean force, boolean deleteEmptyDirData, Duration limit) {
    public DrainOptions {
        Objects.requireNonNull(limit, "limit");
    }
}
