package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.core.testing.apiserver.ApiServerTarget;
import dev.butlerlabs.operator.ControllersRun;
import dev.butlerlabs.operator.ListenAddress;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A replica that does not lead serves the webhook. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
@Tag("slow")
class WebhookWithoutLeaseTest {
    private static final ListenAddress ANY_PORT = new ListenAddress("127.0.0.1", 0);
    private static final String REVIEW = """
            {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"u-1","operation":"CREATE",
            "kind":{"group":"butler.butlerlabs.dev","kind":"Team"},"userInfo":{"username":"ada"},
            "object":{"apiVersion":"butler.butlerlabs.dev/v1alpha1","kind":"Team","metadata":{"name":"butler-system"}}}}
            """;

    @Test
    void aReplicaThatDoesNotLeadServesTheWebhook() throws Exception {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                        .withDefinitions(
                                new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
                KubernetesClient client = connect(server)) {
            client.resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName("butler-system")
                            .endMetadata()
                            .build())
                    .create();
            client.resource(leaseOfAnotherReplica()).create();
            try (ControllersRun replica =
                    ControllersRun.start(connect(server), ANY_PORT, Optional.of(ANY_PORT), true)) {
                TestAwait.upTo(Duration.ofSeconds(60), "the replica to be ready")
                        .until(() -> get(replica, "/readyz").statusCode() == 200);
                assertThat(review(client, replica)).contains("\"allowed\":false", "reserved for the platform");
                assertThat(get(replica, "/metrics").body()).contains("butler_leading 0.0");
            }
        }
    }

    private static Lease leaseOfAnotherReplica() {
        return new LeaseBuilder()
                .withNewMetadata()
                .withNamespace("butler-system")
                .withName("butler-controllers")
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity("1@another")
                .withLeaseDurationSeconds(600)
                .withRenewTime(ZonedDateTime.now(ZoneOffset.UTC))
                .withAcquireTime(ZonedDateTime.now(ZoneOffset.UTC))
                .withLeaseTransitions(0)
                .endSpec()
                .build();
    }

    private static KubernetesClient connect(EmbeddedApiServer server) {
        return new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"));
    }

    private static HttpResponse<String> get(ControllersRun replica, String path)
            throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                    HttpRequest.newBuilder(URI.create(replica.healthAddress() + path))
                            .timeout(Duration.ofSeconds(30))
                            .build(),
                    BodyHandlers.ofString());
        }
    }

    /** Sends a review with the authority of the Secret, by the name that the certificate has. */
    private static String review(KubernetesClient client, ControllersRun replica)
            throws IOException, InterruptedException {
        String authority = client.secrets()
                .inNamespace("butler-system")
                .withName("butler-webhook-tls")
                .get()
                .getData()
                .get("ca.crt");
        URI address = URI.create(replica.webhookAddress().orElseThrow().replaceFirst("127\\.0\\.0\\.1", "localhost"));
        ApiServerTarget target = new ApiServerTarget(
                "webhook", address, "", new String(Base64.getDecoder().decode(authority), StandardCharsets.US_ASCII));
        try (HttpClient http =
                HttpClient.newBuilder().sslContext(target.trust()).build()) {
            HttpRequest request = HttpRequest.newBuilder(address.resolve("/validate"))
                    .header("Content-Type", "application/json")
                    .timeout(Duration.ofSeconds(30))
                    .POST(BodyPublishers.ofString(REVIEW))
                    .build();
            return http.send(request, BodyHandlers.ofString()).body();
        }
    }
}
