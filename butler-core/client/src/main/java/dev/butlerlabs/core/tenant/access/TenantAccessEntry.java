package dev.butlerlabs.core.tenant.access;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A grant as found in a tenant cluster. Immutable.
 *
 * @param terms when it ends, and who granted it
 * @param bound whether the role is bound; an interrupted command can leave an account without a role
 */
public record TenantAccessEntry(TenantAccessGrant grant, GrantTerms terms, boolean bound) {
    /** The role of an account without a binding. */
    static final String NO_ROLE = "<none>";

    public TenantAccessEntry {
        Objects.requireNonNull(grant, "grant");
        Objects.requireNonNull(terms, "terms");
    }

    /** Whether a grant is in force. */
    public enum State {
        ACTIVE,
        /** Its time has passed; the controllers have not deleted it yet. */
        EXPIRED,
        /** The command was interrupted: the account has no role. */
        INCOMPLETE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public State state(Instant now) {
        if (isExpired(now)) {
            return State.EXPIRED;
        }
        return bound ? State.ACTIVE : State.INCOMPLETE;
    }

    /** Returns when it ends; empty if it has no end. */
    public Optional<Instant> until() {
        return terms.until();
    }

    boolean isExpired(Instant now) {
        return until().filter(end -> !end.isAfter(now)).isPresent();
    }

    /** Returns the fields for JSON and YAML output. */
    public Map<String, Object> document(Instant now) {
        Map<String, Object> document = new LinkedHashMap<>(grant.document());
        until().ifPresent(end -> document.put("until", end.toString()));
        terms.grantedBy().ifPresent(user -> document.put("grantedBy", user));
        document.put("state", state(now).toString());
        return document;
    }
}
