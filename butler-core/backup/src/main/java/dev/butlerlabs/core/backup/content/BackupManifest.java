package dev.butlerlabs.core.backup.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The last entry of a backup, which lists all others.
 *
 * @param sentinel random text that was written to the cluster before the backup; it is in the objects and in the etcd snapshot
 * @param resourceVersion the resource version at which all objects were read
 * @param isConsistent whether all objects were read at that version
 * @param counts number of objects by resource, such as {@code machinerequests.butler.butlerlabs.dev}
 * @param complete resources of which the backup has all objects
 * @param etcd empty if the backup has no etcd snapshot
 * @param entries all other entries, in their order
 */
public record BackupManifest(
        String cluster,
        Instant time,
        String butlerVersion,
        String sentinel,
        String resourceVersion,
        boolean isConsistent,
        Map<String, Integer> counts,
        List<String> complete,
        Optional<Etcd> etcd,
        List<Entry> entries) {
    /** The name of its entry. */
    public static final String PATH = "manifest.json";

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * The etcd snapshot, which is stored in parts of equal size.
     *
     * @param node address of the node that it was read from
     */
    public record Etcd(String node, long bytes, String sha256, int partBytes, int parts) {
        public Etcd {
            Objects.requireNonNull(node, "node");
            Objects.requireNonNull(sha256, "sha256");
        }

        /** Returns the name of the entry of a part. */
        static String path(int part) {
            return "etcd/snapshot.db.%06d".formatted(part);
        }
    }

    /** An entry of the archive. */
    public record Entry(String path, long bytes, String sha256) {
        public Entry {
            Objects.requireNonNull(path, "path");
            Objects.requireNonNull(sha256, "sha256");
        }
    }

    public BackupManifest {
        Objects.requireNonNull(sentinel, "sentinel");
        Objects.requireNonNull(resourceVersion, "resourceVersion");
        counts = Map.copyOf(counts);
        complete = List.copyOf(complete);
        Objects.requireNonNull(etcd, "etcd");
        entries = List.copyOf(entries);
    }

    /** Returns the number of objects. */
    public int objects() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    byte[] encode() {
        ObjectNode tree = JSON.createObjectNode();
        tree.put("cluster", cluster);
        tree.put("time", time.toString());
        tree.put("butlerVersion", butlerVersion);
        tree.put("sentinel", sentinel);
        tree.put("resourceVersion", resourceVersion);
        tree.put("consistent", isConsistent);
        ObjectNode numbers = tree.putObject("counts");
        new TreeMap<>(counts).forEach(numbers::put);
        ArrayNode all = tree.putArray("complete");
        complete.forEach(all::add);
        etcd.ifPresent(snapshot -> tree.putObject("etcd")
                .put("node", snapshot.node())
                .put("bytes", snapshot.bytes())
                .put("sha256", snapshot.sha256())
                .put("partBytes", snapshot.partBytes())
                .put("parts", snapshot.parts()));
        ArrayNode list = tree.putArray("entries");
        entries.forEach(entry -> list.addObject()
                .put("path", entry.path())
                .put("bytes", entry.bytes())
                .put("sha256", entry.sha256()));
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(tree);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static BackupManifest decode(byte[] text) throws IOException {
        JsonNode tree = JSON.readTree(text);
        Map<String, Integer> counts = new TreeMap<>();
        tree.path("counts")
                .properties()
                .forEach(count -> counts.put(count.getKey(), count.getValue().asInt()));
        List<String> complete = new ArrayList<>();
        tree.path("complete").forEach(resource -> complete.add(resource.asText()));
        List<Entry> entries = new ArrayList<>();
        tree.path("entries")
                .forEach(entry -> entries.add(new Entry(
                        entry.path("path").asText(),
                        entry.path("bytes").asLong(),
                        entry.path("sha256").asText())));
        return new BackupManifest(
                tree.path("cluster").asText(),
                Instant.parse(tree.path("time").asText()),
                tree.path("butlerVersion").asText(),
                tree.path("sentinel").asText(),
                tree.path("resourceVersion").asText(),
                tree.path("consistent").asBoolean(),
                counts,
                complete,
                tree.has("etcd") ? Optional.of(etcd(tree.path("etcd"))) : Optional.empty(),
                entries);
    }

    private static Etcd etcd(JsonNode tree) {
        return new Etcd(
                tree.path("node").asText(),
                tree.path("bytes").asLong(),
                tree.path("sha256").asText(),
                tree.path("partBytes").asInt(),
                tree.path("parts").asInt());
    }
}
