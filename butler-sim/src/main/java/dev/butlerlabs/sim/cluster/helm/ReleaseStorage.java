package dev.butlerlabs.sim.cluster.helm;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Reads and writes Helm release storage: one Secret per revision, in Helm's own format. */
final class ReleaseStorage {
    private static final String TYPE = "helm.sh/release.v1";

    private final KubernetesClient client;
    private final String namespace;
    private final String name;

    ReleaseStorage(KubernetesClient client, String namespace, String name) {
        this.client = client;
        this.namespace = namespace;
        this.name = name;
    }

    /** Returns all revisions, oldest first. */
    List<Secret> history() {
        return client
                .secrets()
                .inNamespace(namespace)
                .withLabels(Map.of("owner", "helm", "name", name))
                .list()
                .getItems()
                .stream()
                .sorted(Comparator.comparing(ReleaseStorage::revision))
                .toList();
    }

    Optional<Secret> newest() {
        return history().stream().reduce((earlier, later) -> later);
    }

    static int revision(Secret secret) {
        return Integer.parseInt(secret.getMetadata().getLabels().get("version"));
    }

    static String status(Secret secret) {
        return secret.getMetadata().getLabels().get("status");
    }

    /** Writes a revision and marks earlier ones as superseded. */
    void write(int revision, String status, ChartContent chart, ReleaseValues values, List<HasMetadata> objects) {
        history().stream()
                .filter(old -> revision(old) < revision && status(old).equals("deployed"))
                .forEach(old -> mark(old, "superseded"));
        Map<String, Object> release = new LinkedHashMap<>();
        String now = Instant.now().toString();
        release.put("name", name);
        release.put("namespace", namespace);
        release.put("version", revision);
        release.put("info", info(status, now));
        release.put("chart", Map.of("metadata", metadata(chart), "templates", List.of(), "values", Map.of()));
        release.put("config", values.tree());
        release.put("manifest", ReleaseRenderer.write(objects));
        client.resource(secret(revision, status, release)).serverSideApply();
    }

    private static Map<String, Object> info(String status, String now) {
        return Map.of("first_deployed", now, "last_deployed", now, "deleted", "", "description", "", "status", status);
    }

    private static Map<String, Object> metadata(ChartContent chart) {
        return Map.of(
                "name", chart.name(), "version", chart.version(), "appVersion", chart.version(), "apiVersion", "v2");
    }

    /** Writes an earlier release again as a new revision. */
    void repeat(int revision, Map<?, ?> earlier) {
        history().stream().filter(old -> status(old).equals("deployed")).forEach(old -> mark(old, "superseded"));
        Map<String, Object> release = new LinkedHashMap<>();
        earlier.forEach((key, value) -> release.put(key.toString(), value));
        release.put("version", revision);
        release.put("info", info("deployed", Instant.now().toString()));
        client.resource(secret(revision, "deployed", release)).serverSideApply();
    }

    void mark(Secret secret, String status) {
        Map<String, Object> release = new LinkedHashMap<>(read(secret));
        release.put("info", info(status, Instant.now().toString()));
        client.resource(secret(revision(secret), status, release)).serverSideApply();
    }

    void forget() {
        history().forEach(secret -> client.resource(secret).delete());
    }

    private Secret secret(int revision, String status, Map<String, Object> release) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName("sh.helm.release.v1.%s.v%d".formatted(name, revision))
                .withNamespace(namespace)
                .addToLabels("owner", "helm")
                .addToLabels("name", name)
                .addToLabels("status", status)
                .addToLabels("version", String.valueOf(revision))
                .endMetadata()
                .withType(TYPE)
                .addToData(
                        "release",
                        encoded(encoded(compressed(Serialization.asJson(release)))
                                .getBytes(StandardCharsets.US_ASCII)))
                .build();
    }

    private static String encoded(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static byte[] compressed(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Decodes the release in a Secret. */
    static Map<?, ?> reading(Secret secret) {
        byte[] compressed = Base64.getDecoder()
                .decode(Base64.getDecoder().decode(secret.getData().get("release")));
        try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            return Serialization.unmarshal(new String(gzip.readAllBytes(), StandardCharsets.UTF_8), Map.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> read(Secret secret) {
        Map<String, Object> release = new LinkedHashMap<>();
        reading(secret).forEach((key, value) -> release.put(key.toString(), value));
        return release;
    }
}
