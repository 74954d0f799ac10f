package dev.butlerlabs.core.certificate;

import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.status.CertificateState;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The certificates of a management cluster that could be read. Immutable.
 *
 * @param at when they were read
 * @param unread why a source could not be read, without a full stop, by the name of the source
 * @param apiFailure why the Kubernetes API could not be read; empty if it was read
 */
public record CertificateInventory(
        Instant at,
        List<ListedCertificate> certificates,
        SortedMap<String, String> unread,
        Optional<ErrorCode> apiFailure) {
    public CertificateInventory {
        Objects.requireNonNull(at, "at");
        certificates = List.copyOf(certificates);
        unread = new TreeMap<>(unread);
        Objects.requireNonNull(apiFailure, "apiFailure");
    }

    /**
     * Returns the category of the exit code, as for the status of a cluster: degraded if a certificate must be renewed or a source could not be
     * read; denied or unreachable if the Kubernetes API was not read; empty if all certificates are valid.
     */
    public Optional<ErrorKind> outcome() {
        if (apiFailure.isPresent()) {
            return apiFailure
                    .map(ErrorCode::kind)
                    .map(kind -> kind == ErrorKind.DENIED ? ErrorKind.DENIED : ErrorKind.UNREACHABLE);
        }
        boolean isHealthy = unread.isEmpty()
                && certificates.stream().allMatch(certificate -> certificate.state(at) == CertificateState.VALID);
        return isHealthy ? Optional.empty() : Optional.of(ErrorKind.DEGRADED);
    }
}
