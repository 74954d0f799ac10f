package dev.butlerlabs.core.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.ObjectSerialization;
import dev.butlerlabs.core.status.NodeObservation;
import dev.butlerlabs.core.status.SourceResult;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.secrets.CertificateDetails;
import dev.butlerlabs.core.talos.secrets.ClientFilesGenerator;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is listed, and how healthy it is. */
final class CertificateInventoryTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    private static final ClientFilesGenerator GENERATOR =
            new ClientFilesGenerator(new SecureRandom(), new SteppedClock());

    private static ListedCertificate expiring(Duration left) {
        return new ListedCertificate(
                "kubeconfig",
                CertificateUse.CLIENT,
                "file",
                CertificateRenewal.ROTATE,
                new CertificateDetails(
                        "CN=admin", "O=kubernetes", List.of(), "1", NOW.minus(Duration.ofDays(300)), NOW.plus(left)));
    }

    private static CertificateInventory inventory(ListedCertificate... certificates) {
        return CertificateInventoryReader.inventory(
                NOW, Map.of("files", SourceResult.of(CertificateReadResult.of(Arrays.asList(certificates)))));
    }

    @Test
    void isHealthyOnlyIfEveryCertificateIsValid() {
        assertThat(inventory(expiring(Duration.ofDays(31))).outcome()).isEmpty();
        assertThat(inventory(expiring(Duration.ofDays(31)), expiring(Duration.ofDays(29)))
                        .outcome())
                .contains(ErrorKind.DEGRADED);
        assertThat(inventory(expiring(Duration.ofDays(-1))).outcome()).contains(ErrorKind.DEGRADED);
    }

    @Test
    void countsWholeDays() {
        assertThat(expiring(Duration.ofHours(47)).daysLeft(NOW)).isEqualTo(1);
        assertThat(expiring(Duration.ofHours(-1)).daysLeft(NOW)).isEqualTo(-1);
        assertThat(expiring(Duration.ofDays(6)).state(NOW)).hasToString("expires very soon");
        assertThat(expiring(Duration.ofHours(-1)).state(NOW)).hasToString("expired");
    }

    @Test
    void aSourceThatCannotBeReadDoesNotHideTheOthers() {
        Map<String, SourceResult<CertificateReadResult>> readings = new LinkedHashMap<>();
        readings.put("files", SourceResult.of(CertificateReadResult.of(List.of(expiring(Duration.ofDays(60))))));
        readings.put("webhook", new SourceResult.Unknown<>(ErrorCode.TIMEOUT, "it did not answer"));

        CertificateInventory inventory = CertificateInventoryReader.inventory(NOW, readings);

        assertThat(inventory.certificates()).hasSize(1);
        assertThat(inventory.unread()).containsOnly(Map.entry("webhook", "it did not answer"));
        assertThat(inventory.outcome()).contains(ErrorKind.DEGRADED);
    }

    @Test
    void anApiThatCannotBeReadHasItsOwnExitCode() {
        assertThat(ofApi(ErrorCode.UNAUTHENTICATED).outcome()).contains(ErrorKind.DENIED);
        assertThat(ofApi(ErrorCode.UNREACHABLE).outcome()).contains(ErrorKind.UNREACHABLE);
        assertThat(ofApi(ErrorCode.NOT_FOUND).outcome()).contains(ErrorKind.DEGRADED);
        assertThatThrownBy(() -> ofApi(ErrorCode.NOT_MANAGEMENT_CLUSTER))
                .hasMessageContaining("not a Butler management cluster");
    }

    private static CertificateInventory ofApi(ErrorCode code) {
        return CertificateInventoryReader.inventory(
                NOW, Map.of("Secrets of the cluster", new SourceResult.Unknown<>(code, "failed")));
    }

    @Test
    void listsTheCertificateAuthoritiesAndTheStoredClientCertificates() {
        try (RotationWorld world = new RotationWorld()) {
            assertThat(new StoredCertificateReader(world.client()).cluster())
                    .extracting(one -> "%s %s %s %s"
                            .formatted(
                                    one.name(),
                                    one.use(),
                                    one.location(),
                                    one.details().issuer()))
                    .containsExactly(
                            "Talos CA ca Secret butler-system/demo-talos-secrets O=talos",
                            "Kubernetes CA ca Secret butler-system/demo-talos-secrets O=kubernetes",
                            "aggregator CA ca Secret butler-system/demo-talos-secrets CN=front-proxy",
                            "etcd CA ca Secret butler-system/demo-talos-secrets O=etcd",
                            "talosconfig client Secret butler-system/demo-talos-secrets O=talos",
                            "kubeconfig client Secret butler-system/demo-kubeconfig O=kubernetes");
            assertThat(new StoredCertificateReader(world.client()).webhook()).isEmpty();
        }
    }

    @Test
    void probesTheEndpointAndEveryMachine() {
        List<NodeObservation> nodes = List.of(node("cp-0", "10.0.0.10"), node("w-0", "10.0.0.20"));

        assertThat(ServingEndpoint.of(URI.create("https://10.0.0.5:6443/"), nodes, Optional.empty(), 6443))
                .extracting(endpoint -> endpoint.name() + " " + endpoint.location())
                .containsExactly(
                        "Kubernetes API 10.0.0.5:6443",
                        "Kubernetes API 10.0.0.10:6443 (cp-0)",
                        "etcd 10.0.0.10:2379 (cp-0)",
                        "Talos API 10.0.0.10:50000 (cp-0)",
                        "Talos API 10.0.0.20:50000 (w-0)");
        assertThat(ServingEndpoint.of(URI.create("https://10.0.0.10"), nodes, Optional.empty(), 6443))
                .filteredOn(endpoint -> endpoint.name().equals(ServingEndpoint.KUBERNETES))
                .extracting(ServingEndpoint::location)
                .containsExactly("10.0.0.10:443 (cp-0)");
    }

    @Test
    void probesOnlyPublishedPortsIfMachinesAreReachableThroughThose() {
        List<NodeObservation> nodes = List.of(node("cp-0", "172.20.0.2"), node("w-0", "172.20.0.3"));
        ClientConfiguration.Context talos = ClientConfiguration.parse(
                        "test",
                        YamlWriter.write(GENERATOR.talosconfig(
                                RotationWorld.SECRETS, "demo", List.of("127.0.0.1:40001"), List.of("172.20.0.2"))))
                .context(Optional.empty());

        assertThat(ServingEndpoint.of(URI.create("https://127.0.0.1:40000"), nodes, Optional.of(talos), 6443))
                .extracting(endpoint -> endpoint.name() + " " + endpoint.location())
                .containsExactly("Kubernetes API 127.0.0.1:40000", "Talos API 127.0.0.1:40001 (cp-0)");
    }

    private static NodeObservation node(String name, String address) {
        return new NodeObservation(
                name,
                name.startsWith("cp"),
                Optional.of(address),
                Optional.empty(),
                false,
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void listsTheCertificatesOfATenantClusterOnce() {
        TenantCluster tenant = ObjectSerialization.plain().unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: TenantCluster
                        metadata: {name: web, namespace: team-a}
                        spec: {kubernetesVersion: v1.37.2}
                        status: {tenantNamespace: web-1, kubeconfigSecretRef: {name: web-admin-kubeconfig}}
                        """, TenantCluster.class);
        String authority = RotationWorld.SECRETS.kubernetes().certificate();
        String kubeconfig =
                YamlWriter.write(GENERATOR.kubeconfig(RotationWorld.SECRETS, "web", "https://10.0.0.9:6443"));
        Map<String, String> unread = new TreeMap<>();

        List<ListedCertificate> found = TenantCertificateReader.certificates(
                tenant,
                List.of(
                        secret("other", Map.of("tls.crt", authority)),
                        secret("web-admin-kubeconfig", Map.of("admin.conf", kubeconfig)),
                        secret("web-broken", Map.of("apiserver.crt", "no certificate")),
                        secret("web-ca", Map.of("ca.crt", authority, "ca.key", "hidden")),
                        secret("web-copy", Map.of("ca.crt", authority))),
                unread);

        assertThat(found)
                .extracting(one -> "%s %s %s".formatted(one.name(), one.use(), one.location()))
                .containsExactly(
                        "tenant team-a/web: kubeconfig client Secret web-1/web-admin-kubeconfig",
                        "tenant team-a/web: CA ca Secret web-1/web-ca");
        assertThat(unread).containsOnlyKeys("Secret web-1/web-broken");
    }

    private static Secret secret(String name, Map<String, String> values) {
        Map<String, String> data = new TreeMap<>();
        values.forEach((key, value) ->
                data.put(key, Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace("web-1")
                .withName(name)
                .endMetadata()
                .withData(data)
                .build();
    }
}
