package dev.butlerlabs.core.etcd;

import java.nio.ByteBuffer;

/** The constants of bolt databases. All numbers are little-endian. */
final class BoltFormat {
    static final int MAGIC = 0xED0CDAED;
    static final int VERSION = 2;
    static final int PAGE_BYTES = 4096;

    static final short BRANCH = 0x01;
    static final short LEAF = 0x02;
    static final short META = 0x04;
    static final short FREELIST = 0x10;

    /** Flag of a leaf element whose value is a bucket. */
    static final int BUCKET = 0x01;

    static final int PAGE_HEADER = 16;
    static final int ELEMENT_HEADER = 16;
    static final int BUCKET_HEADER = 16;
    static final int META_BYTES = 64;

    private static final int CHECKED_META_BYTES = META_BYTES - Long.BYTES;
    private static final long FNV_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private BoltFormat() {}

    /** Returns the checksum of the meta record that starts at a position. */
    static long checksum(ByteBuffer page, int start) {
        long hash = FNV_BASIS;
        for (int i = start; i < start + CHECKED_META_BYTES; i++) {
            hash = (hash ^ (page.get(i) & 0xff)) * FNV_PRIME;
        }
        return hash;
    }
}
