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
    record Failed(String message) implements AddonState {
        public Failed {
            Objects.requireNonNull(message, "message");
        }
    }
}
