package dev.butlerlabs.core.etcd;

import java.util.Arrays;
import java.util.Objects;

/** A key of a bucket with its value. The arrays are shared and must not be modified. */
@SuppressWarnings("ArrayRecordComponent") // raw bytes, compared by content below
record BoltEntry(byte[] key, byte[] value) implements Comparable<BoltEntry> {
    BoltEntry {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
    }

    @Override
    public int compareTo(BoltEntry other) {
        return Arrays.compareUnsigned(key, other.key);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BoltEntry that && Arrays.equals(key, that.key) && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(key);
    }

    @Override
    public String toString() {
        return "BoltEntry[" + key.length + " + " + value.length + " bytes]";
    }
}
