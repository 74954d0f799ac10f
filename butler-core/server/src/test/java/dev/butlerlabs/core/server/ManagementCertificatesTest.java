package dev.butlerlabs.core.server;

import static dev.butlerlabs.core.server.ConsoleTestBed.rule;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.pem.CertificateGenerator;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lists the certificates of the management cluster with the permissions of the user. */
@Tag("slow")
class ManagementCertificatesTest {
    private static final Instant END = Instant.parse("2031-05-01T12:00:00Z");

    private static ConsoleTestBed bed;
    private static String pem;

    @BeforeAll
    static void start() throws Exception {
        bed = new ConsoleTestBed();
        CertificateGenerator generator = new CertificateGenerator(new SecureRandom());
        X509Certificate certificate = generator.authority(
                new CertificateGenerator.Issuer("O=test", generator.newKey()),
                new CertificateGenerator.Validity(Instant.parse("2026-05-01T12:00:00Z"), END));
        pem = "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
                + "\n-----END CERTIFICATE-----\n";
        for (String namespace : List.of("kube-system", "butler-system")) {
            if (bed.admin.namespaces().withName(namespace).get() == null) {
                bed.namespace(namespace);
            }
        }
        bed.admin
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace("kube-system")
                        .withName("kube-root-ca.crt")
                        .endMetadata()
                        .withData(Map.of("ca.crt", pem))
                        .build())
                .create();
        secret("butler-webhook-tls", "kubernetes.io/tls", Map.of("tls.crt", encoded(pem), "tls.key", encoded("k")));
        secret("broken", "kubernetes.io/tls", Map.of("tls.crt", encoded("no certificate"), "tls.key", encoded("k")));
        secret("other", "Opaque", Map.of("tls.crt", encoded(pem)));
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    private static void secret(String name, String type, Map<String, String> data) {
        bed.admin
                .resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace("butler-system")
                        .withName(name)
                        .endMetadata()
                        .withType(type)
                        .withData(data)
                        .build())
                .create();
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    @Test
    void anAdministratorSeesWhatTheKubernetesApiReturns() {
        try (ConsoleServer console = bed.loopback();
                ConsoleBrowser browser = ConsoleBrowser.loggedIn(console)) {
            JsonNode list = browser.json("/api/management/certificates");

            assertThat(list.path("items").findValuesAsText("name"))
                    .containsExactly("Kubernetes CA", "Kubernetes API", "butler-webhook-tls");
            assertThat(list.at("/items/2/location").asText()).isEqualTo("Secret butler-system/butler-webhook-tls");
            assertThat(list.at("/items/2/notAfter").asText()).isEqualTo(END.toString());
            assertThat(list.path("unread").findValuesAsText("name"))
                    .singleElement()
                    .asString()
                    .startsWith("Talos API");
            assertThat(list.at("/unread/0/command").asText()).isEqualTo("butleradm certs list");
        }
    }

    @Test
    void aSourceThatTheUserMayNotReadDoesNotHideTheOthers() {
        bed.grant("maps-only", rule("", List.of("configmaps"), "get"));
        try (ConsoleServer console = bed.loopback(bed.as("maps-only"), settings -> settings);
                ConsoleBrowser browser = ConsoleBrowser.loggedIn(console)) {
            JsonNode list = browser.json("/api/management/certificates");

            assertThat(list.path("items").findValuesAsText("name")).containsExactly("Kubernetes CA", "Kubernetes API");
            assertThat(list.path("unread").findValuesAsText("name")).contains("Secrets of type kubernetes.io/tls");
            assertThat(list.toString()).contains("maps-only");
            assertThat(browser.json("/api/auth/permissions")
                            .at("/can/certificates.list")
                            .asBoolean(true))
                    .isFalse();
        }
    }
}
