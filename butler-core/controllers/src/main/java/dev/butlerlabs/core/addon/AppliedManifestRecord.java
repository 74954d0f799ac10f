package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Records in the cluster which manifests were applied, so that they need not be applied on each reconciliation. */
final class AppliedManifestRecord {
    private static final String NAME = "butler-platform-addons";

    private final KubernetesClient cluster;
    private final String namespace;
    private Optional<Map<String, String>> known = Optional.empty();

    AppliedManifestRecord(KubernetesClient cluster, String namespace) {
        this.cluster = cluster;
        this.namespace = namespace;
    }

    boolean isRecorded(String addon, List<HasMetadata> objects) {
        return objects.isEmpty() || digest(objects).equals(known().get(addon));
    }

    void record(String addon, List<HasMetadata> objects) {
        Map<String, String> entries = known();
        entries.put(addon, digest(objects));
        ServerSideApply.asButlerForced()
                .apply(
                        cluster,
                        new ConfigMapBuilder()
                                .withNewMetadata()
                                .withName(NAME)
                                .withNamespace(namespace)
                                .endMetadata()
                                .withData(entries)
                                .build());
    }

    private Map<String, String> known() {
        if (known.isEmpty()) {
            known = Optional.of(new TreeMap<>(KubeErrorMapper.translating(
                    "reading the applied manifests",
                    () -> Optional.ofNullable(cluster.configMaps()
                                    .inNamespace(namespace)
                                    .withName(NAME)
                                    .get())
                            .map(ConfigMap::getData)
                            .orElse(Map.of()))));
        }
        return known.get();
    }

    private String digest(List<HasMetadata> objects) {
        return ContentDigest.of(objects.stream()
                .map(object -> cluster.getKubernetesSerialization().asJson(object))
                .toArray(String[]::new));
    }
}
