package dev.butlerlabs.core.addon;

import java.util.Objects;

/** The state of an addon. */
public sealed interface AddonState {
    /** The addon is installed and ready. */
    record Ready() implements AddonState {}

    /** The addon is being installed. */
    record Pending(String awaited) implements AddonState {
        public Pending {
            Objects.requireNonNull(awaited, "awaited");
        }
    }

    /** The addon failed and is not retried. */
    record Failed(Cause cause, String message) implements AddonState {
        public Failed {
            Objects.requireNonNull(cause, "cause");
            Objects.requireNonNull(message, "message");
        }
    }

    /** The cause of a failure. */
    enum Cause {
        /** The Helm pod did not start because of its image, a missing node or a quota. */
        POD_CANNOT_START("HelmCannotStart"),
        /** Helm ran, and the chart or its values are invalid. */
        CHART_FAILS("ChartFailed");

        private final String reason;

        Cause(String reason) {
            this.reason = reason;
        }

        /** Returns the reason for conditions and events. */
        public String reason() {
            return reason;
        }
    }
}
