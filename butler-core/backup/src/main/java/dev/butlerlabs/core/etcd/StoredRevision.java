package dev.butlerlabs.core.etcd;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The key of an entry in the database of etcd.
 *
 * @param main the revision
 * @param isDeletion whether the entry records that its key was deleted
 */
record StoredRevision(long main, boolean isDeletion) {
    private static final int BYTES = 17;
    private static final byte SEPARATOR = '_';
    private static final byte DELETION = 't';

    static byte[] encode(long main) {
        return ByteBuffer.allocate(BYTES)
                .putLong(main)
                .put(SEPARATOR)
                .putLong(0)
                .array();
    }

    static byte[] encodeDeletion(long main) {
        return ByteBuffer.allocate(BYTES + 1)
                .putLong(main)
                .put(SEPARATOR)
                .putLong(0)
                .put(DELETION)
                .array();
    }

    static StoredRevision decode(byte[] key) throws IOException {
        if (key.length < BYTES || key.length > BYTES + 1 || key[Long.BYTES] != SEPARATOR) {
            throw new DamagedSnapshotException("a key is not a revision");
        }
        return new StoredRevision(ByteBuffer.wrap(key).getLong(), key.length > BYTES);
    }
}
