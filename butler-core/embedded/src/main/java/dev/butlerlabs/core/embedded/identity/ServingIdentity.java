package dev.butlerlabs.core.embedded.identity;

import java.util.Objects;

/**
 * An identity that was made elsewhere, for a server that stands in for a cluster with certificates of its own. All parts are PEM texts.
 *
 * @param certificate what the server shows; it has to be good for 127.0.0.1 too
 * @param key of the certificate, in PKCS#8
 * @param authority which has signed the certificate, and whose client certificates make callers known: the common name is the user,
 *     the organisations are the groups
 */
public record ServingIdentity(String certificate, String key, String authority) {
    public ServingIdentity {
        Objects.requireNonNull(certificate, "certificate");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(authority, "authority");
    }

    /** The key does not show. */
    @Override
    public String toString() {
        return "ServingIdentity[]";
    }
}
