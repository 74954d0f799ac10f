package dev.butlerlabs.core.status;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;

/** Whether a certificate can be used, and whether it must be renewed soon. */
public enum CertificateState {
    VALID("valid"),
    /** Less than 30 days or a fifth of its lifetime is left. */
    EXPIRES_SOON("expires soon"),
    /** Less than 7 days or a tenth of its lifetime is left. */
    EXPIRES_VERY_SOON("expires very soon"),
    EXPIRED("expired"),
    NOT_YET_VALID("not yet valid");

    private static final Duration SOON = Duration.ofDays(30);
    private static final Duration VERY_SOON = Duration.ofDays(7);
    /** Certificates with a short lifetime are renewed late: they expire soon if this part of their lifetime is left. */
    private static final int LAST_PART = 5;

    private final String word;

    CertificateState(String word) {
        this.word = word;
    }

    /** Returns the state of a certificate with this validity. */
    public static CertificateState of(Instant from, Instant until, Instant now) {
        Duration left = Duration.between(now, until);
        Duration lifetime = Duration.between(from, until);
        if (now.isBefore(from)) {
            return NOT_YET_VALID;
        }
        if (!left.isPositive()) {
            return EXPIRED;
        }
        if (left.compareTo(shorter(VERY_SOON, lifetime.dividedBy(2L * LAST_PART))) < 0) {
            return EXPIRES_VERY_SOON;
        }
        return left.compareTo(shorter(SOON, lifetime.dividedBy(LAST_PART))) < 0 ? EXPIRES_SOON : VALID;
    }

    private static Duration shorter(Duration one, Duration other) {
        return Stream.of(one, other).min(Duration::compareTo).orElseThrow();
    }

    @Override
    public String toString() {
        return word;
    }
}
