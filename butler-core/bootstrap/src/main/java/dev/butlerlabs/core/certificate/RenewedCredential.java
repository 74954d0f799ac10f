package dev.butlerlabs.core.certificate;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * A credential that a rotation renewed. Immutable.
 *
 * @param replaced the certificate that stays valid until it expires
 * @param notAfter when the new certificate expires
 * @param locations the Secret and the file that have the new certificate
 * @param unchanged files that were left unchanged, with the reason
 */
public record RenewedCredential(
        ClientCredential credential,
        ReplacedCertificate replaced,
        Instant notAfter,
        List<String> locations,
        List<String> unchanged) {
    public RenewedCredential {
        Objects.requireNonNull(credential, "credential");
        Objects.requireNonNull(replaced, "replaced");
        Objects.requireNonNull(notAfter, "notAfter");
        locations = List.copyOf(locations);
        unchanged = List.copyOf(unchanged);
    }
}
