package dev.butlerlabs.core.backup.content;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/**
 * A random text in a ConfigMap of the cluster. It is written before a backup, and proves that the objects and the etcd snapshot of the
 * backup are not older.
 */
public final class BackupSentinel {
    public static final String NAME = "butler-backup";

    private static final String KEY = "sentinel";

    private BackupSentinel() {}

    /** Writes a new text to the cluster and returns it. */
    static String write(KubernetesClient client, Instant time) {
        String text = UUID.randomUUID().toString();
        ServerSideApply.asButlerForced()
                .apply(
                        client,
                        new ConfigMapBuilder()
                                .withNewMetadata()
                                .withName(NAME)
                                .withNamespace(Namespaces.SYSTEM)
                                .withLabels(Map.of(Labels.MANAGED_BY, ServerSideApply.BUTLER))
                                .endMetadata()
                                .withData(Map.of(KEY, text, "time", time.toString()))
                                .build());
        return text;
    }

    static boolean is(GenericKubernetesResource object) {
        return NAME.equals(object.getMetadata().getName())
                && Namespaces.SYSTEM.equals(object.getMetadata().getNamespace());
    }

    /** Returns the key of its ConfigMap in etcd. */
    public static String etcdKey() {
        return ResourceType.CONFIG_MAP.etcdPrefix() + Namespaces.SYSTEM + "/" + NAME;
    }

    /** Returns the text in the data of the ConfigMap; empty if it has none. */
    public static String text(Map<String, String> data) {
        return data == null ? "" : data.getOrDefault(KEY, "");
    }
}
