package dev.butlerlabs.core.etcd;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;

/**
 * Reads the keys of a snapshot. The checksum at its end is verified when it is opened. Needs little memory for any size. Not thread-safe.
 */
public final class EtcdSnapshotReader {
    /** A snapshot ends with the SHA-256 of the database, whose size is a multiple of {@link #BLOCK_BYTES}. */
    public static final int CHECKSUM_BYTES = 32;

    public static final int BLOCK_BYTES = 512;

    private static final int BUFFER_BYTES = 256 * 1024;

    private final BoltFileReader database;
    private final byte[] keys;

    /** Receives the entries of a snapshot in the order of their revisions. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Receives one entry.
         *
         * @param revision the revision of the entry
         * @param isDeletion whether the key was deleted at this revision; the entry then has no value
         */
        void entry(long revision, boolean isDeletion, EtcdKeyValue entry) throws IOException;
    }

    private EtcdSnapshotReader(BoltFileReader database, byte[] keys) {
        this.database = database;
        this.keys = keys;
    }

    /**
     * Opens a snapshot.
     *
     * @throws DamagedSnapshotException if its checksum does not match, or it is not a database of etcd
     */
    public static EtcdSnapshotReader open(SnapshotSource source) throws IOException {
        long size = source.size() - CHECKSUM_BYTES;
        if (size <= 0 || size % BLOCK_BYTES != 0) {
            throw new DamagedSnapshotException("the etcd snapshot has no checksum");
        }
        if (!MessageDigest.isEqual(checksum(source, size), storedChecksum(source, size))) {
            throw new DamagedSnapshotException("the checksum of the etcd snapshot does not match");
        }
        BoltFileReader database = BoltFileReader.open(source, size);
        Map<String, byte[]> buckets = database.buckets();
        if (!buckets.containsKey("key") || !buckets.containsKey("meta")) {
            throw new DamagedSnapshotException("the bolt database is not one of etcd");
        }
        return new EtcdSnapshotReader(database, buckets.get("key"));
    }

    private static byte[] storedChecksum(SnapshotSource source, long size) throws IOException {
        ByteBuffer stored = ByteBuffer.allocate(CHECKSUM_BYTES);
        source.read(size, stored);
        return stored.array();
    }

    private static byte[] checksum(SnapshotSource source, long size) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
            for (long position = 0; position < size; position += buffer.limit()) {
                buffer.clear().limit((int) Math.min(buffer.capacity(), size - position));
                source.read(position, buffer);
                digest.update(buffer.flip());
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    /** Visits all stored revisions of all keys. */
    public void visit(Visitor visitor) throws IOException {
        database.visit(keys, (key, value) -> {
            StoredRevision revision = StoredRevision.decode(key);
            visitor.entry(revision.main(), revision.isDeletion(), EtcdKeyValue.decode(value));
        });
    }
}
