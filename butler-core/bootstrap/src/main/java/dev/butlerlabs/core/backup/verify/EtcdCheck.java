package dev.butlerlabs.core.backup.verify;

import dev.butlerlabs.core.backup.content.BackupManifest;
import dev.butlerlabs.core.backup.content.BackupSentinel;
import dev.butlerlabs.core.etcd.EtcdKeyValue;
import dev.butlerlabs.core.etcd.EtcdSnapshotReader;
import dev.butlerlabs.core.etcd.SnapshotSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Compares an etcd snapshot with the objects of the same backup. The objects were read at a revision that the snapshot contains, so their keys
 * must be the same at that revision.
 */
final class EtcdCheck {
    private static final String REGISTRY = "/registry/";

    private final long revision;
    private final String sentinel;

    /** Whether each key existed at the revision. */
    private final Map<String, Boolean> atRevision = new HashMap<>();

    private final Set<String> laterKeys = new HashSet<>();
    private final Map<String, Integer> current = new TreeMap<>();
    private final Set<String> live = new HashSet<>();
    private boolean hasSentinel;

    EtcdCheck(BackupManifest manifest) {
        this.revision = Long.parseLong(manifest.resourceVersion());
        this.sentinel = manifest.sentinel();
    }

    /** @throws IOException if it is not a valid snapshot */
    void read(SnapshotSource snapshot) throws IOException {
        EtcdSnapshotReader.open(snapshot).visit(this::entry);
        live.forEach(key -> current.merge(resource(key), 1, Integer::sum));
    }

    private void entry(long entryRevision, boolean isDeletion, EtcdKeyValue entry) {
        String key = entry.key();
        if (!key.startsWith(REGISTRY)) {
            return;
        }
        if (isDeletion) {
            live.remove(key);
        } else {
            live.add(key);
        }
        if (entryRevision <= revision) {
            atRevision.put(key, !isDeletion);
        } else {
            laterKeys.add(key);
        }
        if (key.equals(BackupSentinel.etcdKey()) && !isDeletion) {
            hasSentinel = new String(entry.value(), StandardCharsets.ISO_8859_1).contains(sentinel);
        }
    }

    /** Returns the number of keys by resource. */
    Map<String, Integer> counts() {
        return current;
    }

    /**
     * Compares the keys with the objects.
     *
     * @param objects the keys of the objects of each completely read resource, by the start of its keys
     */
    List<String> problems(Map<String, Set<String>> objects) {
        List<String> problems = new ArrayList<>();
        if (!hasSentinel) {
            problems.add("The etcd snapshot does not contain the sentinel of the backup.");
        }
        objects.forEach((prefix, keys) -> {
            keys.stream()
                    .filter(key -> !atRevision.getOrDefault(key, false) && !laterKeys.contains(key))
                    .sorted()
                    .forEach(key -> problems.add("The etcd snapshot does not contain %s.".formatted(key)));
            atRevision.entrySet().stream()
                    .filter(entry -> entry.getValue() && entry.getKey().startsWith(prefix))
                    .map(Map.Entry::getKey)
                    .filter(key -> !keys.contains(key))
                    .sorted()
                    .forEach(key -> problems.add("The objects of the backup do not contain %s.".formatted(key)));
        });
        return problems;
    }

    /** Returns the resource of a key: the group, if its resource is stored below one, and the plural. */
    private static String resource(String key) {
        String[] parts = key.substring(REGISTRY.length()).split("/", -1);
        return parts.length > 2 && parts[0].contains(".") ? parts[1] + "." + parts[0] : parts[0];
    }
}
