package dev.butlerlabs.sim.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.embedded.store.StoreContent;
import dev.butlerlabs.core.embedded.store.StoreEntry;
import dev.butlerlabs.core.etcd.EtcdKeyValue;
import dev.butlerlabs.core.etcd.EtcdSnapshotReader;
import dev.butlerlabs.core.etcd.EtcdSnapshotWriter;
import dev.butlerlabs.core.etcd.SnapshotSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Converts between the objects of an embedded API server and etcd snapshots. Keys are those of kube-apiserver. Values are JSON for all
 * resources, while kube-apiserver stores built-in resources in protobuf.
 */
final class EtcdContentConverter {
    private static final String REGISTRY = "/registry/";
    private static final String CORE = "core";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Built-in groups whose resources are stored without the name of the group. */
    private static final Set<String> UNNAMED_GROUPS = Set.of(
            CORE,
            "admissionregistration.k8s.io",
            "apps",
            "autoscaling",
            "batch",
            "certificates.k8s.io",
            "coordination.k8s.io",
            "discovery.k8s.io",
            "events.k8s.io",
            "flowcontrol.apiserver.k8s.io",
            "networking.k8s.io",
            "node.k8s.io",
            "policy",
            "rbac.authorization.k8s.io",
            "scheduling.k8s.io",
            "storage.k8s.io");

    /** Resources that are stored under another name. */
    private static final Map<String, String> STORED_NAMES = Map.of(
            "nodes", "minions",
            "services", "services/specs",
            "endpoints", "services/endpoints",
            "ingresses", "ingress");

    private static final Map<String, String> PLURALS = STORED_NAMES.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getValue, Map.Entry::getKey));

    private EtcdContentConverter() {}

    static byte[] snapshot(StoreContent content) {
        return EtcdSnapshotWriter.write(
                content.revision(),
                content.entries().stream()
                        .map(entry -> new EtcdKeyValue(
                                etcdKey(entry.key()), entry.revision(), entry.revision(), 1, entry.value()))
                        .toList());
    }

    /** @throws IllegalArgumentException if it is not a snapshot of a simulated cluster */
    static StoreContent content(byte[] snapshot) {
        List<StoreEntry> entries = new ArrayList<>();
        long[] last = {0};
        try {
            EtcdSnapshotReader.open(SnapshotSource.of(snapshot)).visit((revision, isDeletion, entry) -> {
                last[0] = Math.max(last[0], revision);
                if (!isDeletion) {
                    entries.add(new StoreEntry(storeKey(entry), revision, entry.value()));
                }
            });
        } catch (IOException e) {
            throw new IllegalArgumentException("not a snapshot of a simulated cluster", e);
        }
        return new StoreContent(last[0], entries);
    }

    /** Converts {@code /group/plural/name}. */
    private static String etcdKey(String storeKey) {
        String[] parts = storeKey.substring(1).split("/", 3);
        return UNNAMED_GROUPS.contains(parts[0])
                ? REGISTRY + STORED_NAMES.getOrDefault(parts[1], parts[1]) + "/" + parts[2]
                : REGISTRY + storeKey.substring(1);
    }

    private static String storeKey(EtcdKeyValue entry) throws IOException {
        String path = entry.key().substring(REGISTRY.length());
        String group = group(entry);
        if (!UNNAMED_GROUPS.contains(group)) {
            return "/" + path;
        }
        for (Map.Entry<String, String> stored : PLURALS.entrySet()) {
            if (path.startsWith(stored.getKey() + "/")) {
                return "/" + group + "/" + stored.getValue()
                        + path.substring(stored.getKey().length());
            }
        }
        return "/" + group + "/" + path;
    }

    private static String group(EtcdKeyValue entry) throws IOException {
        if (entry.key().startsWith(REGISTRY + "events/")) {
            // Events are stored in one group and can be written in another.
            return CORE;
        }
        String version = JSON.readTree(entry.value()).path("apiVersion").asText();
        int slash = version.indexOf('/');
        return slash < 0 ? CORE : version.substring(0, slash);
    }
}
