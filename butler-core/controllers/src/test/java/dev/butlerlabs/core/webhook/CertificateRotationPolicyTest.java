package dev.butlerlabs.core.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Date;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class CertificateRotationPolicyTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final List<String> HOSTS = List.of("butler-webhook.butler-system.svc");
    private static final CertificateLifetimes LIFETIMES = CertificateLifetimes.standard();
    private static final CertificateRotationPolicy POLICY = new CertificateRotationPolicy(LIFETIMES, HOSTS);

    private final WebhookCertificateIssuer issuer = new WebhookCertificateIssuer(LIFETIMES, HOSTS);

    private static CertificateAction decide(WebhookCertificates stored, boolean published, Duration age) {
        return POLICY.decide(Optional.of(stored), published, START.plus(age));
    }

    private WebhookCertificates created() {
        return issuer.apply(CertificateAction.CREATE, Optional.empty(), START);
    }

    private WebhookCertificates apply(CertificateAction action, WebhookCertificates stored, Duration age) {
        return issuer.apply(action, Optional.of(stored), START.plus(age));
    }

    @Test
    void createsCertificatesIfThereAreNone() {
        assertThat(POLICY.decide(Optional.empty(), false, START)).isEqualTo(CertificateAction.CREATE);
        assertThat(decide(created(), true, Duration.ZERO)).isEqualTo(CertificateAction.KEEP);
    }

    @Test
    void renewsTheServingCertificateBeforeTwoThirdsOfItsLife() {
        WebhookCertificates created = created();
        assertThat(decide(created, true, Duration.ofDays(53))).isEqualTo(CertificateAction.KEEP);
        assertThat(decide(created, true, Duration.ofDays(55))).isEqualTo(CertificateAction.ISSUE_SERVING);

        WebhookCertificates renewed = apply(CertificateAction.ISSUE_SERVING, created, Duration.ofDays(55));
        assertThat(renewed.newestAuthority()).isEqualTo(created.newestAuthority());
        assertThat(renewed.serving().getSerialNumber())
                .isNotEqualTo(created.serving().getSerialNumber());
        assertThat(decide(renewed, true, Duration.ofDays(55))).isEqualTo(CertificateAction.KEEP);
    }

    @Test
    void usesANewAuthorityOnlyAfterItWasPublishedForTheOverlap() {
        Duration due = Duration.ofDays(220);
        WebhookCertificates added = apply(
                CertificateAction.ADD_AUTHORITY,
                apply(CertificateAction.ISSUE_SERVING, created(), Duration.ofDays(200)),
                due);
        assertThat(added.authorities()).hasSize(2);
        assertThat(added.isServedByNewest()).isFalse();

        assertThat(decide(added, true, due.plusMinutes(59))).isEqualTo(CertificateAction.KEEP);
        assertThat(decide(added, false, due.plusMinutes(61))).isEqualTo(CertificateAction.KEEP);
        assertThat(decide(added, true, due.plusMinutes(61))).isEqualTo(CertificateAction.ISSUE_SERVING);
        assertThat(decide(added, false, Duration.ofDays(291))).isEqualTo(CertificateAction.ISSUE_SERVING);
    }

    @Test
    void removesAnOldAuthorityAfterTheOverlap() {
        Duration due = Duration.ofDays(220);
        WebhookCertificates added = apply(CertificateAction.ADD_AUTHORITY, created(), due);
        Duration used = due.plusHours(2);
        WebhookCertificates issued = apply(CertificateAction.ISSUE_SERVING, added, used);
        assertThat(issued.isServedByNewest()).isTrue();
        assertThat(decide(issued, true, used.plusMinutes(59))).isEqualTo(CertificateAction.KEEP);
        assertThat(decide(issued, true, used.plusMinutes(61))).isEqualTo(CertificateAction.DROP_AUTHORITIES);

        WebhookCertificates dropped = apply(CertificateAction.DROP_AUTHORITIES, issued, used.plusMinutes(61));
        assertThat(dropped.authorities()).containsExactly(issued.newestAuthority());
    }

    @Test
    void replacesExpiredCertificates() {
        assertThat(decide(created(), true, Duration.ofDays(365))).isEqualTo(CertificateAction.CREATE);
    }

    @Test
    void issuesACertificateForNewHostNames() {
        CertificateRotationPolicy renamed = new CertificateRotationPolicy(LIFETIMES, List.of("other.svc"));
        assertThat(renamed.decide(Optional.of(created()), true, START)).isEqualTo(CertificateAction.ISSUE_SERVING);
    }

    /** Four lives of an authority, hour by hour: replicas read the Secret, and API servers the bundle, up to an hour late. */
    @Test
    void apiServersAlwaysTrustTheCertificateThatIsServed() throws Exception {
        CertificateLifetimes shorter =
                new CertificateLifetimes(Duration.ofDays(40), Duration.ofDays(10), Duration.ofHours(1));
        CertificateRotationPolicy policy = new CertificateRotationPolicy(shorter, HOSTS);
        WebhookCertificateIssuer shortIssuer = new WebhookCertificateIssuer(shorter, HOSTS);
        Optional<WebhookCertificates> stored = Optional.empty();
        Deque<WebhookCertificates> history = new ArrayDeque<>();
        Set<CertificateAction> seen = EnumSet.noneOf(CertificateAction.class);
        for (int hour = 0; hour < 4 * 40 * 24; hour++) {
            Instant now = START.plus(Duration.ofHours(hour));
            CertificateAction action = policy.decide(stored, true, now);
            seen.add(action);
            stored = Optional.of(shortIssuer.apply(action, stored, now));
            history.addLast(stored.get());
            if (history.size() > 2) {
                history.removeFirst();
            }
            if (action == CertificateAction.KEEP && hour % 24 != 0) {
                continue;
            }
            for (WebhookCertificates served : history) {
                requireTrusted(served.serving(), history.getFirst().authorities(), now);
                requireTrusted(served.serving(), history.getLast().authorities(), now);
            }
            assertThat(stored.get().authorities()).hasSizeLessThanOrEqualTo(2);
        }
        assertThat(seen).containsExactlyInAnyOrder(CertificateAction.values());
    }

    private static void requireTrusted(X509Certificate serving, List<X509Certificate> authorities, Instant now)
            throws Exception {
        X509Certificate authority = authorities.stream()
                .filter(known -> known.getSubjectX500Principal().equals(serving.getIssuerX500Principal()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("not trusted at " + now + ": " + serving));
        serving.verify(authority.getPublicKey());
        serving.checkValidity(Date.from(now));
        authority.checkValidity(Date.from(now));
    }

    @Test
    void aSecretContainsTheCertificates() {
        WebhookCertificates created = created();
        assertThat(CertificateSecretCodec.decode(CertificateSecretCodec.encode(created)))
                .contains(created);
        assertThat(created.toString()).doesNotContain("PrivateKey");
    }

    @Test
    void aSecretWithTheKeyOfAnotherAuthorityIsNotUsed() {
        WebhookCertificates first = created();
        WebhookCertificates second = created();
        WebhookCertificates mixed = new WebhookCertificates(
                first.authorities(), second.authorityKey(), first.serving(), first.servingKey());
        assertThat(CertificateSecretCodec.decode(CertificateSecretCodec.encode(mixed)))
                .isEmpty();
    }
}
