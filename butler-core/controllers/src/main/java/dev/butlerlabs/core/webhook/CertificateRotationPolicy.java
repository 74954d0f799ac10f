package dev.butlerlabs.core.webhook;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides when certificates are renewed. At every moment API servers trust the authority of the certificate that is served: a new authority
 * is published first and used later, and an old one is removed after its last use. Pure functions.
 *
 * @param hosts the names that the serving certificate must have
 */
record CertificateRotationPolicy(CertificateLifetimes lifetimes, List<String> hosts) {
    /** Less than two thirds, so that a certificate is renewed by then even if the controllers do not run for some time. */
    private static final double RENEWED_AFTER = 0.6;

    CertificateRotationPolicy {
        hosts = List.copyOf(hosts);
    }

    /**
     * Returns the next action.
     *
     * @param stored empty if the certificates do not exist or cannot be used
     * @param published whether API servers trust the newest authority
     */
    CertificateAction decide(Optional<WebhookCertificates> stored, boolean published, Instant now) {
        if (stored.isEmpty() || isExpired(stored.get().newestAuthority(), now)) {
            return CertificateAction.CREATE;
        }
        WebhookCertificates certificates = stored.get();
        if (isDue(certificates.newestAuthority(), now)) {
            return CertificateAction.ADD_AUTHORITY;
        }
        return certificates.isServedByNewest()
                ? decideServing(certificates, now)
                : decideChangeOfAuthority(certificates, published, now);
    }

    private CertificateAction decideServing(WebhookCertificates certificates, Instant now) {
        if (isDue(certificates.serving(), now) || !names(certificates.serving()).containsAll(hosts)) {
            return CertificateAction.ISSUE_SERVING;
        }
        return certificates.authorities().size() > 1 && isOlderThanOverlap(certificates.serving(), now)
                ? CertificateAction.DROP_AUTHORITIES
                : CertificateAction.KEEP;
    }

    private CertificateAction decideChangeOfAuthority(
            WebhookCertificates certificates, boolean published, Instant now) {
        boolean trusted = published && isOlderThanOverlap(certificates.newestAuthority(), now);
        return trusted || isExpired(certificates.serving(), now)
                ? CertificateAction.ISSUE_SERVING
                : CertificateAction.KEEP;
    }

    private static boolean isDue(X509Certificate certificate, Instant now) {
        Instant from = certificate.getNotBefore().toInstant();
        Duration life = Duration.between(from, certificate.getNotAfter().toInstant());
        return !now.isBefore(from.plusSeconds((long) (life.toSeconds() * RENEWED_AFTER)));
    }

    private static boolean isExpired(X509Certificate certificate, Instant now) {
        return !now.isBefore(certificate.getNotAfter().toInstant());
    }

    private boolean isOlderThanOverlap(X509Certificate certificate, Instant now) {
        Instant created = certificate.getNotBefore().toInstant().plus(CertificateLifetimes.CLOCK_SKEW);
        return !now.isBefore(created.plus(lifetimes.overlap()));
    }

    private static Set<String> names(X509Certificate certificate) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            return Optional.ofNullable(names).orElse(List.of()).stream()
                    .map(name -> name.get(1).toString())
                    .collect(Collectors.toSet());
        } catch (CertificateParsingException e) {
            return Set.of();
        }
    }
}
