package dev.butlerlabs.core.addon;

import java.util.Objects;

/** The state of a Helm operation. */
sealed interface ChartState {
    /** The operation is complete. */
    record Done() implements ChartState {}

    /**
     * The operation is running or about to start.
     *
     * @param runs whether the program itself is running, so that the workloads of the chart can be checked
     */
    record Working(String seen, boolean runs) implements ChartState {
        public Working {
            Objects.requireNonNull(seen, "seen");
        }

        public Working(String seen) {
            this(seen, false);
        }
    }

    /** The operation failed and has no attempts left. */
    record Failed(AddonState.Cause cause, String message) implements ChartState {
        public Failed {
            Objects.requireNonNull(cause, "cause");
            Objects.requireNonNull(message, "message");
        }
    }
}
