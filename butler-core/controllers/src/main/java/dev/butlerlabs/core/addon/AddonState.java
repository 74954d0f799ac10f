package dev.butlerlabs.core.addon;

import java.util.Objects;

/** How far an addon has come. */
public sealed interface AddonState {
    /** It is there and works. */
    record Ready() implements AddonState {}

    /** It is on its way. */
    record Pending(String awaited) implements AddonState {
        public Pending {
            Objects.requireNonNull(awaited, "awaited");
        }
    }

    /** It will not come by itself. */
    record Failed(Cause cause, String message) implements AddonState {
        public Failed {
            Objects.requireNonNull(cause, "cause");
            Objects.requireNonNull(message, "message");
        }
    }

    /** Why something will not come by itself. */
    enum Cause {
        /** Helm never ran: its image, a node or a quota is in the way. */
        POD_CANNOT_START("HelmCannotStart"),
        /** Helm ran, and the chart or its values are not good. */
        CHART_FAILS("ChartFailed");

        private final String reason;

        Cause(String reason) {
            this.reason = reason;
        }

        /** The word for conditions and events. */
        public String reason() {
            return reason;
        }
    }
}
