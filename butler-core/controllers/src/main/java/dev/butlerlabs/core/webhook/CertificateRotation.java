package dev.butlerlabs.core.webhook;

import dev.butlerlabs.core.webhook.CertificateSecretRepository.Stored;
import dev.butlerlabs.core.webhook.WebhookConfigurationClient.Webhook;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the certificates of the webhook valid: in the Secret, in the server of this replica, and in the configuration of the API server. Any
 * replica can rotate them, at any time.
 */
final class CertificateRotation {
    private static final Logger LOG = LoggerFactory.getLogger(CertificateRotation.class);
    private static final int MAX_ATTEMPTS = 5;

    private final CertificateSecretRepository secret;
    private final WebhookConfigurationClient configuration;
    private final CertificateRotationPolicy policy;
    private final WebhookCertificateIssuer issuer;
    private final ServingIdentityKeyManager keys;
    private final InstantSource clock;

    CertificateRotation(
            KubernetesClient client,
            CertificateRotationPolicy policy,
            ServingIdentityKeyManager keys,
            InstantSource clock) {
        this.secret = new CertificateSecretRepository(client);
        this.configuration = new WebhookConfigurationClient(client);
        this.policy = policy;
        this.issuer = new WebhookCertificateIssuer(policy.lifetimes(), policy.hosts());
        this.keys = keys;
        this.clock = clock;
    }

    /**
     * Renews what is due, and uses and publishes the result. Idempotent.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the API server cannot be reached or rejects a request; the server continues with
     *     the certificate that it has
     */
    void reconcile() {
        List<Webhook> webhooks = configuration.read();
        renew(webhooks).ifPresent(certificates -> {
            keys.use(certificates.serving(), certificates.servingKey());
            configuration.publish(certificates.bundle(), webhooks);
        });
    }

    /** Returns the stored certificates; empty if other replicas wrote at each attempt. */
    private Optional<WebhookCertificates> renew(List<Webhook> webhooks) {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            Stored stored = secret.read();
            CertificateAction action =
                    policy.decide(stored.certificates(), isPublished(stored, webhooks), clock.instant());
            if (action == CertificateAction.KEEP) {
                return stored.certificates();
            }
            WebhookCertificates next = issuer.apply(action, stored.certificates(), clock.instant());
            if (secret.write(next, stored.version())) {
                LOG.info("Certificates of the admission webhook changed: {}: {}", action, next);
            }
        }
        return Optional.empty();
    }

    private static boolean isPublished(Stored stored, List<Webhook> webhooks) {
        return stored.certificates()
                .map(WebhookCertificates::newestAuthority)
                .map(WebhookCertificates::pem)
                .filter(newest ->
                        webhooks.stream().allMatch(webhook -> webhook.bundle().contains(newest)))
                .isPresent();
    }
}
