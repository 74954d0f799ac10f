package dev.butlerlabs.core.etcd;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Builds snapshots as etcd 3.6 writes them: a database followed by its SHA-256. */
public final class EtcdSnapshotWriter {
    private static final List<String> BUCKETS = List.of(
            "alarm", "auth", "authRoles", "authUsers", "cluster", "key", "lease", "members", "members_removed", "meta");
    private static final long TERM = 2;

    private EtcdSnapshotWriter() {}

    /**
     * Returns a snapshot with one revision of each key.
     *
     * @param revision the revision of the whole store, at least that of every key
     */
    public static byte[] write(long revision, List<EtcdKeyValue> keys) {
        Map<String, List<BoltEntry>> buckets = new TreeMap<>();
        BUCKETS.forEach(name -> buckets.put(name, new ArrayList<>()));
        long last = 0;
        for (EtcdKeyValue key : keys) {
            last = Math.max(last, key.modRevision());
            buckets.get("key").add(new BoltEntry(StoredRevision.encode(key.modRevision()), key.encode()));
        }
        if (last < revision) {
            // The store has no other record of its revision than its newest entry; a deleted key is the smallest one.
            buckets.get("key").add(deleted(revision));
        }
        buckets.get("meta").add(entry("consistent_index", number(revision)));
        buckets.get("meta").add(entry("term", number(TERM)));
        buckets.get("meta").add(entry("storageVersion", text("3.6.0")));
        buckets.get("meta").add(entry("confState", text("{\"voters\":[1],\"auto_leave\":false}")));
        buckets.get("cluster").add(entry("clusterVersion", text("3.6.0")));
        byte[] database = BoltFileWriter.write(buckets);
        return ByteBuffer.allocate(database.length + EtcdSnapshotReader.CHECKSUM_BYTES)
                .put(database)
                .put(sha256(database))
                .array();
    }

    private static BoltEntry deleted(long revision) {
        return new BoltEntry(
                StoredRevision.encodeDeletion(revision),
                new EtcdKeyValue("/registry/.deleted", 0, 0, 0, new byte[0]).encode());
    }

    private static BoltEntry entry(String key, byte[] value) {
        return new BoltEntry(text(key), value);
    }

    private static byte[] number(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
