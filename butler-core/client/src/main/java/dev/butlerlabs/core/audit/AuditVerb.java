package dev.butlerlabs.core.audit;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a user did. */
public enum AuditVerb {
    CREATED("Created"),
    CHANGED("Changed"),
    DELETED("Deleted"),
    /** Access to the tenant cluster was granted. */
    GRANTED("AccessGranted"),
    /** Access to the tenant cluster was revoked. */
    REVOKED("AccessRevoked"),
    /** A grant ended by itself. */
    EXPIRED("AccessExpired");

    private final String reason;

    AuditVerb(String reason) {
        this.reason = reason;
    }

    /** Returns the reason of the event. */
    String reason() {
        return reason;
    }

    static Optional<AuditVerb> ofReason(String reason) {
        return Arrays.stream(values())
                .filter(verb -> verb.reason.equals(reason))
                .findFirst();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
