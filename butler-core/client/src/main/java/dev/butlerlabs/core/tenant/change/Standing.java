package dev.butlerlabs.core.tenant.change;

import java.util.Objects;

/** How far something awaited has come. */
public sealed interface Standing {
    /** It has happened. */
    record Reached() implements Standing {}

    /** It has not happened yet, and this is why. */
    record Waiting(String reason) implements Standing {
        public Waiting {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /** It will not happen before somebody changes something. */
    record Failed(String reason) implements Standing {
        public Failed {
            Objects.requireNonNull(reason, "reason");
        }
    }
}
