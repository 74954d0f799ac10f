package dev.butlerlabs.core.talos.client;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * With what a client makes itself known to machines, and what machines it believes.
 *
 * @param authorities whose signature a machine's certificate must carry
 * @param certificate whose organisations are the roles of the client
 */
public record TalosCredentials(List<X509Certificate> authorities, X509Certificate certificate, PrivateKey key) {
    public TalosCredentials {
        authorities = List.copyOf(authorities);
        Objects.requireNonNull(certificate, "certificate");
        Objects.requireNonNull(key, "key");
    }

    public Instant expiry() {
        return certificate.getNotAfter().toInstant();
    }

    /** The key never shows. */
    @Override
    public String toString() {
        return "TalosCredentials[" + certificate.getSubjectX500Principal() + ", until " + expiry() + "]";
    }
}
