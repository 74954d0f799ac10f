package dev.butlerlabs.core.certificate;

import java.util.List;
import java.util.Map;

/**
 * Certificates that were read from one source. Immutable.
 *
 * @param unread why parts of the source could not be read, without a full stop, by their names
 */
record CertificateReadResult(List<ListedCertificate> certificates, Map<String, String> unread) {
    CertificateReadResult {
        certificates = List.copyOf(certificates);
        unread = Map.copyOf(unread);
    }

    static CertificateReadResult of(List<ListedCertificate> certificates) {
        return new CertificateReadResult(certificates, Map.of());
    }
}
