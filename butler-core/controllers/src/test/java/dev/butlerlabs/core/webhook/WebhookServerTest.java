package dev.butlerlabs.core.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.error.ButlerException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The server over TLS on loopback. */
@Tag("slow")
final class WebhookServerTest {
    private static final String REVIEW = """
            {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"u-1","operation":"CREATE",
            "kind":{"group":"butler.butlerlabs.dev","kind":"Team"},"userInfo":{"username":"ada"},"object":{}}}
            """;

    private final WebhookCertificateIssuer issuer =
            new WebhookCertificateIssuer(CertificateLifetimes.standard(), List.of("localhost"));
    private final ServingIdentityKeyManager keys = new ServingIdentityKeyManager();
    private final InMemoryKubernetes api = InMemoryKubernetes.open();
    private WebhookCertificates certificates;
    private WebhookServer server;

    @BeforeEach
    void start() {
        certificates = renew();
        server = WebhookServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new AdmissionReviewHandler(
                        new AdmissionReviewer(List.of(), api.client()),
                        new AuditRecorder(api.client(), InstantSource.system())),
                keys);
    }

    private WebhookCertificates renew() {
        WebhookCertificates next = issuer.apply(CertificateAction.CREATE, Optional.empty(), Instant.now());
        keys.use(next.serving(), next.servingKey());
        return next;
    }

    @AfterEach
    void stop() {
        server.close();
        api.close();
    }

    @Test
    void answersAReview() throws Exception {
        HttpResponse<String> response =
                post("/validate", "application/json; charset=utf-8", BodyPublishers.ofString(REVIEW));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(response.body()).contains("\"uid\":\"u-1\"", "\"allowed\":true");
    }

    @Test
    void admitsEverythingThatIsRecorded() throws Exception {
        api.down(true);

        HttpResponse<String> response = post("/audit", "application/json", BodyPublishers.ofString(REVIEW));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("\"uid\":\"u-1\"", "\"allowed\":true");
    }

    @Test
    void rejectsWhatIsNotAReview() throws Exception {
        assertThat(post("/validate", "text/plain", BodyPublishers.ofString(REVIEW))
                        .statusCode())
                .isEqualTo(415);
        assertThat(post("/other", "application/json", BodyPublishers.ofString(REVIEW))
                        .statusCode())
                .isEqualTo(404);
        HttpResponse<String> text = post("/validate", "application/json", BodyPublishers.ofString("{secret"));
        assertThat(text.statusCode()).isEqualTo(400);
        assertThat(text.body()).doesNotContain("secret");
        HttpResponse<String> empty = post("/validate", "application/json", BodyPublishers.ofString("{}"));
        assertThat(empty.statusCode()).isEqualTo(400);
        assertThat(empty.body()).contains("apiVersion");
        assertThat(send(request("/validate").GET()).statusCode()).isEqualTo(405);
    }

    @Test
    void rejectsABodyThatIsTooLarge() throws Exception {
        BodyPublisher large = BodyPublishers.ofByteArray(new byte[AdmissionReviewHandler.BODY_LIMIT + 1]);
        assertThat(post("/validate", "application/json", large).statusCode()).isEqualTo(413);
    }

    @Test
    void usesARenewedCertificateForNewConnections() throws Exception {
        post("/validate", "application/json", BodyPublishers.ofString(REVIEW));
        WebhookCertificates before = certificates;
        certificates = renew();

        assertThat(post("/validate", "application/json", BodyPublishers.ofString(REVIEW))
                        .statusCode())
                .isEqualTo(200);
        certificates = before;
        assertThatThrownBy(() -> post("/validate", "application/json", BodyPublishers.ofString(REVIEW)))
                .isInstanceOf(IOException.class);
    }

    @Test
    void reportsAPortInUse() {
        assertThatThrownBy(() -> WebhookServer.start(server.address(), null, keys))
                .isInstanceOf(ButlerException.class)
                .hasMessageContaining(Integer.toString(server.address().getPort()));
    }

    private HttpResponse<String> post(String path, String type, BodyPublisher body) throws Exception {
        return send(request(path).header("Content-Type", type).POST(body));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(
                        "https://localhost:%d%s".formatted(server.address().getPort(), path)))
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(Duration.ofSeconds(30));
    }

    /** Each request has its own connection. */
    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        try (HttpClient http = HttpClient.newBuilder()
                .sslContext(trust(certificates.authorities()))
                .build()) {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    private static SSLContext trust(List<X509Certificate> authorities) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (X509Certificate authority : authorities) {
            store.setCertificateEntry(authority.getSerialNumber().toString(), authority);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }
}
