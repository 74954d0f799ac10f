package dev.butlerlabs.core.embedded.identity;

import java.util.Objects;
import java.util.Optional;

/**
 * An externally issued identity, for a server that acts as a cluster with its own certificates. All components are PEM.
 *
 * @param certificate the serving certificate; it must be valid for 127.0.0.1 too
 * @param key the private key of the certificate, in PKCS#8
 * @param authority the CA certificate that signed the serving certificate and signs client certificates; the common name of a client
 *     certificate is the user, its organizations are the groups
 * @param token the token of the administrator; if empty, the server generates one
 */
public record ServingIdentity(String certificate, String key, String authority, Optional<String> token) {
    public ServingIdentity {
        Objects.requireNonNull(token, "token");
        Objects.requireNonNull(certificate, "certificate");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(authority, "authority");
    }

    /** Creates an identity with a token that the server generates. */
    public ServingIdentity(String certificate, String key, String authority) {
        this(certificate, key, authority, Optional.empty());
    }

    /** Omits the private key. */
    @Override
    public String toString() {
        return "ServingIdentity[]";
    }
}
