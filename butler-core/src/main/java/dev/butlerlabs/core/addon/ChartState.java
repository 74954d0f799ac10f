package dev.butlerlabs.core.addon;

import java.util.Objects;

/** How far something that was asked of Helm has come. */
sealed interface ChartState {
    /** Helm has done what was asked. */
    record Done() implements ChartState {}

    /** Helm is at work, or about to be. */
    record Working(String seen) implements ChartState {
        public Working {
            Objects.requireNonNull(seen, "seen");
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
