package dev.butlerlabs.core.backup.content;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Writes the objects of a management cluster to a backup: namespaces, the Secrets that are used, the custom resources with owners before what
 * they own, and the Secrets and ConfigMaps that they own. Needs memory for one page of objects and for their names. Not thread-safe.
 */
final class ObjectExporter {
    private static final Set<String> SYSTEM_NAMESPACES =
            Set.of("default", "kube-system", "kube-public", "kube-node-lease");

    private final KubernetesClient client;
    private final EntryWriter entries;
    private final ObjectLister lister;
    private final ObjectIndex index = new ObjectIndex();
    private final Map<String, Integer> counts = new TreeMap<>();
    private final List<String> complete = new ArrayList<>();
    private int number;

    ObjectExporter(KubernetesClient client, EntryWriter entries) {
        this.client = client;
        this.entries = entries;
        this.lister = new ObjectLister(client);
    }

    Map<String, Integer> counts() {
        return counts;
    }

    /** Returns the resources of which all objects were written. */
    List<String> complete() {
        return complete;
    }

    ObjectLister lister() {
        return lister;
    }

    void export() throws IOException {
        List<ResourceType> types = new ResourceTypeReader(client).read();
        for (ResourceType type : types) {
            lister.visit(type, page -> page.forEach(object -> index.add(type, object)));
        }
        write(
                ResourceType.NAMESPACE,
                object -> !SYSTEM_NAMESPACES.contains(object.getMetadata().getName()));
        write(
                ResourceType.SECRET,
                object -> !index.isOwned(object) && index.isUsed(object) && !index.isBackupKey(object));
        write(ResourceType.CONFIG_MAP, BackupSentinel::is);
        for (ResourceType type : index.ordered(types)) {
            write(type, _ -> true);
            complete.add(type.name());
        }
        write(ResourceType.SECRET, object -> index.isOwned(object) && !index.isBackupKey(object));
        write(ResourceType.CONFIG_MAP, index::isOwned);
    }

    private void write(ResourceType type, Predicate<GenericKubernetesResource> included) throws IOException {
        int[] part = {0};
        int group = number++;
        lister.visit(type, page -> {
            List<GenericKubernetesResource> chosen =
                    page.stream().filter(included).toList();
            if (!chosen.isEmpty()) {
                entries.add("objects/%03d-%s/%05d.json".formatted(group, type.name(), part[0]++), json(type, chosen));
                counts.merge(type.name(), chosen.size(), Integer::sum);
            }
        });
    }

    private byte[] json(ResourceType type, List<GenericKubernetesResource> objects) {
        return ObjectPage.encode(client.getKubernetesSerialization(), type, objects);
    }
}
