package dev.butlerlabs.core.tenant.change;

import java.util.Objects;

/** The progress towards a goal. */
public sealed interface TenantWaitProgress {
    /** The goal is reached. */
    record Reached() implements TenantWaitProgress {}

    /** The goal is not reached yet. */
    record Waiting(String reason) implements TenantWaitProgress {
        public Waiting {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /** The goal cannot be reached until a user changes something. */
    record Failed(String reason) implements TenantWaitProgress {
        public Failed {
            Objects.requireNonNull(reason, "reason");
        }
    }
}
