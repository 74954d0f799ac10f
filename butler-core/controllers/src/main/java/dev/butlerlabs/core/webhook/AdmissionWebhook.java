package dev.butlerlabs.core.webhook;

import dev.butlerlabs.core.admission.AdmissionRule;
import dev.butlerlabs.core.api.Namespaces;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The admission webhook of one replica: the server, and a task that keeps its certificates valid. Every replica runs it. */
public final class AdmissionWebhook implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AdmissionWebhook.class);
    private static final String SERVICE = "butler-webhook." + Namespaces.SYSTEM + ".svc";
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    /** The service is used by API servers, localhost by port forwarding. */
    private static final List<String> HOSTS = List.of(SERVICE, SERVICE + ".cluster.local", "localhost");

    private final WebhookServer server;
    private final ServingIdentityKeyManager keys;
    private final CertificateRotation rotation;
    private final AuditRecorder audit;
    private final CountDownLatch stopped = new CountDownLatch(1);

    private AdmissionWebhook(
            WebhookServer server, ServingIdentityKeyManager keys, CertificateRotation rotation, AuditRecorder audit) {
        this.server = server;
        this.keys = keys;
        this.rotation = rotation;
        this.audit = audit;
    }

    /**
     * Starts the webhook. It accepts connections as soon as its certificate is loaded.
     *
     * @param client may write even if this replica does not lead; the caller closes it after the webhook
     * @throws dev.butlerlabs.core.error.ButlerException if the address cannot be bound
     */
    public static AdmissionWebhook start(
            KubernetesClient client, InetSocketAddress address, List<AdmissionRule<?>> rules) {
        AdmissionWebhook webhook =
                open(client, address, rules, CertificateLifetimes.standard(), InstantSource.system());
        Thread.ofVirtual().name("webhook-certificates").start(webhook::run);
        return webhook;
    }

    /** Starts the server without the task, for callers that call {@link #rotate} themselves. */
    static AdmissionWebhook open(
            KubernetesClient client,
            InetSocketAddress address,
            List<AdmissionRule<?>> rules,
            CertificateLifetimes lifetimes,
            InstantSource clock) {
        ServingIdentityKeyManager keys = new ServingIdentityKeyManager();
        AuditRecorder audit = new AuditRecorder(client, clock);
        AdmissionReviewHandler handler = new AdmissionReviewHandler(new AdmissionReviewer(rules, client), audit);
        CertificateRotation rotation =
                new CertificateRotation(client, new CertificateRotationPolicy(lifetimes, HOSTS), keys, clock);
        return new AdmissionWebhook(WebhookServer.start(address, handler, keys), keys, rotation, audit);
    }

    private void run() {
        try {
            do {
                rotateOrLog();
            } while (!stopped.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void rotateOrLog() {
        try {
            rotate();
        } catch (RuntimeException e) {
            LOG.warn("Checking the certificates of the admission webhook failed; the next attempt follows", e);
        }
    }

    /** Renews, uses and publishes certificates. */
    void rotate() {
        rotation.reconcile();
    }

    /** Returns whether the server has a certificate. */
    public boolean isReady() {
        return keys.isReady();
    }

    /** Returns the address with the port that is in use. */
    public InetSocketAddress address() {
        return server.address();
    }

    @Override
    public void close() {
        stopped.countDown();
        server.close();
        audit.close();
    }
}
