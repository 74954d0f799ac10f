package dev.butlerlabs.core.addon;

import java.util.Objects;

/** How far something that was asked of Helm has come. */
sealed interface ChartState {
    /** Helm has done what was asked. */
    record Done() implements ChartState {}

    /**
     * Helm is at work, or about to be.
     *
     * @param runs whether the program itself runs, so that what the chart brings may be looked at
     */
    record Working(String seen, boolean runs) implements ChartState {
        public Working {
            Objects.requireNonNull(seen, "seen");
        }

        public Working(String seen) {
            this(seen, false);
        }
    }

    /** It was tried as often as it may be. */
    record Failed(AddonState.Cause cause, String message) implements ChartState {
        public Failed {
            Objects.requireNonNull(cause, "cause");
            Objects.requireNonNull(message, "message");
        }
    }
}
