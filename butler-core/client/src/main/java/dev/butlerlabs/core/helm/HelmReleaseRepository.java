package dev.butlerlabs.core.helm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * Reads Helm's release records: one Secret for each revision, in the namespace of the release. Thread-safe; errors of the API are thrown as
 * ButlerException.
 */
public final class HelmReleaseRepository {
    private final KubernetesClient cluster;

    /** @param cluster the cluster with the releases */
    public HelmReleaseRepository(KubernetesClient cluster) {
        this.cluster = cluster;
    }

    /** Returns the deployed revision; empty if there was no successful deployment. */
    public Optional<DeployedRelease> deployed(ReleaseName release) {
        return secrets(release, Map.of("status", "deployed")).stream()
                .map(this::read)
                .reduce((one, other) -> one.revision() > other.revision() ? one : other);
    }

    /** Returns whether Helm has any record of the release. */
    public boolean isKnown(ReleaseName release) {
        return !secrets(release, Map.of()).isEmpty();
    }

    /**
     * Deletes the records of unfinished revisions. Helm rejects all operations while a revision is pending. Call this only if no Helm
     * process is running for the release.
     */
    public void forgetUnfinished(ReleaseName release) {
        secrets(release, Map.of()).stream()
                .filter(secret -> String.valueOf(
                                secret.getMetadata().getLabels().get("status"))
                        .startsWith("pending"))
                .forEach(secret -> KubeErrorMapper.translating(
                        "deleting an unfinished revision of " + release,
                        () -> cluster.resource(secret).delete()));
    }

    private List<Secret> secrets(ReleaseName release, Map<String, String> more) {
        return KubeErrorMapper.translating(
                "reading the Helm release " + release,
                () -> cluster.secrets()
                        .inNamespace(release.namespace())
                        .withLabels(Map.of("owner", "helm", "name", release.name()))
                        .withLabels(more)
                        .list()
                        .getItems());
    }

    private DeployedRelease read(Secret secret) {
        byte[] packed = Base64.getDecoder()
                .decode(Base64.getDecoder().decode(secret.getData().get("release")));
        try (GZIPInputStream text = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return DeployedRelease.of(cluster.getKubernetesSerialization()
                    .unmarshal(new String(text.readAllBytes(), StandardCharsets.UTF_8), JsonNode.class));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
