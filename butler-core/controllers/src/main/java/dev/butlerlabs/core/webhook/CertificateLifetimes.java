package dev.butlerlabs.core.webhook;

import java.time.Duration;

/**
 * How long certificates of the webhook are valid.
 *
 * @param overlap how long API servers trust a new authority before it is used, and an old one after it was used last
 */
record CertificateLifetimes(Duration authority, Duration serving, Duration overlap) {
    /** Certificates are valid from slightly in the past, for clients with a slow clock. */
    static final Duration CLOCK_SKEW = Duration.ofHours(1);

    static CertificateLifetimes standard() {
        return new CertificateLifetimes(Duration.ofDays(365), Duration.ofDays(90), Duration.ofHours(1));
    }
}
