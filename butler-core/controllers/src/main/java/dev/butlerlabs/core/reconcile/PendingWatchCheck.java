package dev.butlerlabs.core.reconcile;

import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the watches of one controller whose resource types were not served when it started. */
record PendingWatchCheck(BooleanSupplier needed, Runnable start) {
    private static final Logger LOG = LoggerFactory.getLogger(PendingWatchCheck.class);

    boolean isNeeded() {
        return needed.getAsBoolean();
    }

    /** Does nothing if no watch is pending. A failure is logged, since the next check tries again. */
    void run() {
        if (!isNeeded()) {
            return;
        }
        try {
            start.run();
        } catch (RuntimeException e) {
            LOG.debug("Cannot start a watch yet", e);
        }
    }
}
