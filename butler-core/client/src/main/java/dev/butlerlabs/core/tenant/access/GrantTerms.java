package dev.butlerlabs.core.tenant.access;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The terms of a grant, which are stored on its binding. Immutable.
 *
 * @param until when the controllers delete the grant; empty if it has no end
 * @param grantedBy the user of the management cluster who granted it; empty if it is not known
 */
public record GrantTerms(Optional<Instant> until, Optional<String> grantedBy) {
    public GrantTerms {
        Objects.requireNonNull(until, "until");
        Objects.requireNonNull(grantedBy, "grantedBy");
    }
}
