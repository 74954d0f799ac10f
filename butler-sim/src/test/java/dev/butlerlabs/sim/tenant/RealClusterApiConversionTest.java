package dev.butlerlabs.sim.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.embedded.identity.ServerIdentity;
import dev.butlerlabs.core.embedded.json.JsonCodec;
import dev.butlerlabs.core.testing.PreparedPart;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the simulated conversion with the webhooks of the real Cluster API: all objects of two tenant clusters, in both directions. The
 * real managers run on an embedded API without clusters.
 */
@Tag("process")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RealClusterApiConversionTest {
    private static final PreparedPart MANAGERS =
            new PreparedPart("clusterapi", "BUTLER_CLUSTERAPI", "clusterapi-", "core-manager");
    private static final String DATA = "cluster.x-k8s.io/conversion-data";
    private static final Map<String, List<String>> KINDS = new TreeMap<>(Map.of(
            "cluster.x-k8s.io", List.of("Cluster", "MachineDeployment", "MachineSet", "Machine"),
            "bootstrap.cluster.x-k8s.io", List.of("KubeadmConfigTemplate", "KubeadmConfig")));

    @TempDir
    private Path directory;

    private final List<Process> processes = new ArrayList<>();
    private final ClusterApiConverter converter = new ClusterApiConverter(ClusterApiCrds.read()::apiVersion);

    @Test
    void convertsAsTheRealWebhooksDo() throws Exception {
        Path programs = MANAGERS.find().orElseGet(() -> abort(MANAGERS.absent()));
        List<ObjectNode> samples = samples();
        ServerIdentity identity = ServerIdentity.in(Optional.of(directory), Instant.now());
        try (EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
                SimulatedTenants _ = SimulatedTenants.startHollow(server.kubeconfig(), TenantDelays.QUICK);
                HttpClient http =
                        HttpClient.newBuilder().sslContext(trust(identity)).build()) {
            Path kubeconfig = Files.writeString(directory.resolve("kubeconfig"), server.kubeconfig());
            Map<String, URI> webhooks = Map.of(
                    "cluster.x-k8s.io", start(programs.resolve("core-manager"), kubeconfig),
                    "bootstrap.cluster.x-k8s.io", start(programs.resolve("kubeadm-bootstrap-manager"), kubeconfig));
            webhooks.values().forEach(url -> awaitReady(http, url));
            for (ObjectNode sample : samples) {
                String version = other(sample.path("apiVersion").asText());
                ObjectNode real =
                        convert(http, webhooks.get(version.substring(0, version.indexOf('/'))), sample, version);

                assertThat(comparable(converter.convert(sample, version)))
                        .as(sample.path("kind").asText() + " to " + version)
                        .isEqualTo(comparable(real));
            }
        } finally {
            processes.forEach(Process::destroy);
        }
        assertThat(samples).hasSizeGreaterThan(20);
    }

    /** Returns the objects of a tenant with kubeadm and one with Talos, in both versions. */
    private static List<ObjectNode> samples() {
        try (ManagementWorld world = ManagementWorld.brisk()) {
            world.harvester();
            world.tenant("kubeadm", "kubernetesVersion: v1.31.4, workers: {replicas: 2}");
            world.tenant(
                    "talos",
                    "kubernetesVersion: v1.31.4, workers: {replicas: 1, machineTemplate: {os: {type: talos}}}");
            List<TenantCluster> ready = List.of(world.awaitReady("kubeadm"), world.awaitReady("talos"));
            KubernetesSerialization json = world.client().getKubernetesSerialization();
            return Stream.of("v1beta1", "v1beta2")
                    .flatMap(version -> KINDS.entrySet().stream()
                            .flatMap(group -> group.getValue().stream()
                                    .flatMap(kind -> ready.stream()
                                            .flatMap(tenant -> world
                                                    .parts(
                                                            group.getKey() + "/" + version,
                                                            kind,
                                                            tenant.getStatus().tenantNamespace())
                                                    .stream()))))
                    .map(object -> JsonCodec.read(json.asJson(object).getBytes(StandardCharsets.UTF_8)))
                    .toList();
        }
    }

    private static String other(String version) {
        return version.endsWith("/v1beta1")
                ? version.replace("/v1beta1", "/v1beta2")
                : version.replace("/v1beta2", "/v1beta1");
    }

    /** A manager listens on all addresses, so it ends after a few minutes even if this process is killed. */
    private URI start(Path manager, Path kubeconfig) throws IOException {
        int port = freePort();
        ProcessBuilder builder = new ProcessBuilder(
                        "timeout",
                        "240",
                        manager.toString(),
                        "--kubeconfig",
                        kubeconfig.toString(),
                        "--webhook-port",
                        Integer.toString(port),
                        "--webhook-cert-dir",
                        directory.toString(),
                        "--webhook-cert-name",
                        "server.crt",
                        "--webhook-key-name",
                        "server.key",
                        "--health-addr",
                        "127.0.0.1:" + freePort(),
                        "--diagnostics-address",
                        "127.0.0.1:" + freePort(),
                        "--insecure-diagnostics")
                .redirectErrorStream(true)
                .redirectOutput(
                        directory.resolve(manager.getFileName() + ".log").toFile());
        builder.environment().putAll(Map.of("POD_NAMESPACE", "default", "POD_NAME", "test", "POD_UID", "test"));
        processes.add(builder.start());
        return URI.create("https://127.0.0.1:" + port + "/convert");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitReady(HttpClient http, URI url) {
        ObjectNode rule =
                JsonCodec.object().put("apiVersion", "cluster.x-k8s.io/v1beta1").put("kind", "MachineDrainRule");
        await().atMost(Duration.ofSeconds(90)).until(() -> {
            requireAlive();
            return answers(http, url, rule);
        });
    }

    private static boolean answers(HttpClient http, URI url, ObjectNode rule) throws InterruptedException {
        try {
            return post(http, url, rule, "cluster.x-k8s.io/v1beta2").has("uid");
        } catch (IOException e) {
            return false;
        }
    }

    private void requireAlive() throws IOException {
        for (String program : List.of("core-manager", "kubeadm-bootstrap-manager")) {
            assertThat(processes)
                    .as(Files.readString(directory.resolve(program + ".log")))
                    .allMatch(Process::isAlive);
        }
    }

    private static ObjectNode convert(HttpClient http, URI url, ObjectNode object, String version)
            throws IOException, InterruptedException {
        JsonNode response = post(http, url, object, version);
        assertThat(response.at("/result/status").asText())
                .as(response.toString())
                .isEqualTo("Success");
        return (ObjectNode) response.at("/convertedObjects/0");
    }

    private static JsonNode post(HttpClient http, URI url, ObjectNode object, String version)
            throws IOException, InterruptedException {
        ObjectNode review =
                JsonCodec.object().put("apiVersion", "apiextensions.k8s.io/v1").put("kind", "ConversionReview");
        ObjectNode request = review.putObject("request").put("uid", "1").put("desiredAPIVersion", version);
        request.putArray("objects").add(object);
        byte[] answer = http.send(
                        HttpRequest.newBuilder(url)
                                .timeout(Duration.ofSeconds(20))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofByteArray(JsonCodec.write(review)))
                                .build(),
                        BodyHandlers.ofByteArray())
                .body();
        return JsonCodec.read(answer).path("response");
    }

    /** Returns an object without what has no meaning: metadata that the API server restores, and absent values in the annotation. */
    private static ObjectNode comparable(ObjectNode object) {
        ObjectNode copy = object.deepCopy();
        ObjectNode metadata = copy.withObjectProperty("metadata");
        metadata.retain("name", "namespace", "labels", "annotations");
        JsonNode data = metadata.path("annotations").path(DATA);
        if (data.isTextual()) {
            JsonNode tree = JsonCodec.read(data.asText().getBytes(StandardCharsets.UTF_8));
            while (prune(tree)) {}
            ((ObjectNode) metadata.get("annotations")).set(DATA, tree);
        }
        return copy;
    }

    /** Removes empty objects and nulls; returns whether there were any. */
    private static boolean prune(JsonNode node) {
        boolean[] removed = {false};
        if (node instanceof ObjectNode object) {
            List<String> empty = object.properties().stream()
                    .filter(field -> field.getValue().isNull()
                            || (field.getValue().isObject() && field.getValue().isEmpty()))
                    .map(Map.Entry::getKey)
                    .toList();
            object.remove(empty);
            removed[0] = !empty.isEmpty();
        }
        node.forEach(child -> removed[0] |= prune(child));
        return removed[0];
    }

    private static SSLContext trust(ServerIdentity identity) throws Exception {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry(
                "ca",
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(
                                new ByteArrayInputStream(identity.authorityPem().getBytes(StandardCharsets.US_ASCII))));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
