package dev.butlerlabs.core.talos.client;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * The client credentials of the Talos API and the trusted CAs. Immutable.
 *
 * @param authorities CAs of the machine certificates
 * @param certificate client certificate; its organizations are the roles
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

    /** Omits the private key. */
    @Override
    public String toString() {
        return "TalosCredentials[" + certificate.getSubjectX500Principal() + ", until " + expiry() + "]";
    }
}
