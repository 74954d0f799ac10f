package dev.butlerlabs.core.addon;

import java.util.Objects;

/** How far a chart has come. */
sealed interface ChartState {
    /** Helm has done what was asked. */
    record Installed() implements ChartState {}

    /** Helm is at work, or about to be. */
    record Installing(String seen) implements ChartState {
        public Installing {
            Objects.requireNonNull(seen, "seen");
        }
    }

    /** Helm gave up as often as it may. */
    record Failed(String message) implements ChartState {
        public Failed {
            Objects.requireNonNull(message, "message");
        }
    }
}
