package dev.butlerlabs.core.webhook;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.pem.CertificateGenerator;
import dev.butlerlabs.core.pem.CertificateGenerator.Issuer;
import dev.butlerlabs.core.pem.CertificateGenerator.Validity;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Performs the actions of {@link CertificateRotationPolicy} in memory. Thread-safe. */
final class WebhookCertificateIssuer {
    private static final String COMMON_NAME = "CN=";
    private static final String AUTHORITY = "butler-webhook-ca-";
    private static final String SERVER = "butler-webhook";

    private final CertificateGenerator generator = new CertificateGenerator(new SecureRandom());
    private final CertificateLifetimes lifetimes;
    private final List<String> hosts;

    WebhookCertificateIssuer(CertificateLifetimes lifetimes, List<String> hosts) {
        this.lifetimes = lifetimes;
        this.hosts = List.copyOf(hosts);
    }

    /**
     * Returns the certificates after an action.
     *
     * @param stored present unless the action is CREATE
     */
    WebhookCertificates apply(CertificateAction action, Optional<WebhookCertificates> stored, Instant now) {
        try {
            return switch (action) {
                case CREATE -> create(now);
                case ADD_AUTHORITY -> addAuthority(stored.orElseThrow(), now);
                case ISSUE_SERVING -> issueServing(stored.orElseThrow(), now);
                case DROP_AUTHORITIES ->
                    withAuthorities(
                            stored.orElseThrow(), List.of(stored.orElseThrow().newestAuthority()));
                case KEEP -> stored.orElseThrow();
            };
        } catch (GeneralSecurityException e) {
            throw new ButlerException(ErrorCode.INTERNAL, "Cannot issue the certificates of the admission webhook.", e);
        }
    }

    private WebhookCertificates create(Instant now) throws GeneralSecurityException {
        Issuer issuer = newIssuer(now);
        X509Certificate authority = generator.authority(issuer, validity(lifetimes.authority(), now));
        return serve(List.of(authority), issuer, now);
    }

    /** Expired authorities are left out: they have no use, and the bundle must not grow. */
    private WebhookCertificates addAuthority(WebhookCertificates stored, Instant now) throws GeneralSecurityException {
        Issuer issuer = newIssuer(now);
        X509Certificate added = generator.authority(issuer, validity(lifetimes.authority(), now));
        List<X509Certificate> authorities = Stream.concat(
                        Stream.of(added),
                        stored.authorities().stream()
                                .filter(known ->
                                        now.isBefore(known.getNotAfter().toInstant())))
                .toList();
        return new WebhookCertificates(authorities, issuer.key().getPrivate(), stored.serving(), stored.servingKey());
    }

    private WebhookCertificates issueServing(WebhookCertificates stored, Instant now) throws GeneralSecurityException {
        X509Certificate authority = stored.newestAuthority();
        KeyPair key = new KeyPair(authority.getPublicKey(), stored.authorityKey());
        String name = authority.getSubjectX500Principal().getName().substring(COMMON_NAME.length());
        return serve(stored.authorities(), new Issuer(name, key), now);
    }

    private static WebhookCertificates withAuthorities(WebhookCertificates stored, List<X509Certificate> authorities) {
        return new WebhookCertificates(authorities, stored.authorityKey(), stored.serving(), stored.servingKey());
    }

    private WebhookCertificates serve(List<X509Certificate> authorities, Issuer issuer, Instant now)
            throws GeneralSecurityException {
        KeyPair key = generator.newKey();
        X509Certificate serving =
                generator.server(issuer, SERVER, key.getPublic(), hosts, validity(lifetimes.serving(), now));
        return new WebhookCertificates(authorities, issuer.key().getPrivate(), serving, key.getPrivate());
    }

    /** Authorities have different names, so that a client finds the right one in a bundle. */
    private Issuer newIssuer(Instant now) throws GeneralSecurityException {
        return new Issuer(AUTHORITY + now.getEpochSecond(), generator.newKey());
    }

    private static Validity validity(Duration lifetime, Instant now) {
        return new Validity(now.minus(CertificateLifetimes.CLOCK_SKEW), now.plus(lifetime));
    }
}
