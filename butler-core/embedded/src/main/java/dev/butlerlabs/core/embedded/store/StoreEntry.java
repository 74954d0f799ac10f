package dev.butlerlabs.core.embedded.store;

import java.util.Arrays;
import java.util.Objects;

/**
 * A key and its value at a revision. The value is shared by all readers and must not be modified.
 *
 * @param revision the revision of the write that set this value
 */
@SuppressWarnings("ArrayRecordComponent") // values are large and numerous: raw bytes, compared by content below
public record StoreEntry(String key, long revision, byte[] value) {
    public StoreEntry {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StoreEntry that
                && revision == that.revision
                && key.equals(that.key)
                && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return 31 * key.hashCode() + Long.hashCode(revision);
    }

    /** Omits the value, which may be a secret. */
    @Override
    public String toString() {
        return key + "@" + revision;
    }
}
