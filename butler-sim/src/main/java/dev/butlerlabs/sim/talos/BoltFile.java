package dev.butlerlabs.sim.talos;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Builds the smallest file that etcd's tools accept as a snapshot: an empty bolt database with its checksum. */
final class BoltFile {
    private static final int PAGE = 4096;
    private static final int PAGES = 4;
    private static final short META = 0x04;
    private static final short FREELIST = 0x10;
    private static final short LEAF = 0x02;
    private static final int MAGIC = 0xED0CDAED;
    private static final int VERSION = 2;
    private static final int PAGE_HEADER = 16;
    private static final int META_BYTES = 56;
    private static final long FNV_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private BoltFile() {}

    static byte[] empty() {
        byte[] database = new byte[PAGE * PAGES];
        ByteBuffer file = ByteBuffer.wrap(database).order(ByteOrder.LITTLE_ENDIAN);
        meta(file, 0);
        meta(file, 1);
        header(file, 2, FREELIST);
        header(file, 3, LEAF);
        return ByteBuffer.allocate(database.length + 32)
                .put(database)
                .put(sha256(database))
                .array();
    }

    private static void meta(ByteBuffer file, int page) {
        header(file, page, META);
        int start = page * PAGE + PAGE_HEADER;
        file.position(start);
        file.putInt(MAGIC).putInt(VERSION).putInt(PAGE).putInt(0);
        file.putLong(3).putLong(0); // root bucket: page, sequence
        file.putLong(2).putLong(PAGES).putLong(page); // page of the free list, first page beyond the end, transaction
        file.putLong(checksum(file, start));
    }

    private static void header(ByteBuffer file, int page, short kind) {
        file.position(page * PAGE);
        file.putLong(page).putShort(kind).putShort((short) 0).putInt(0);
    }

    private static long checksum(ByteBuffer file, int start) {
        long hash = FNV_BASIS;
        for (int i = start; i < start + META_BYTES; i++) {
            hash = (hash ^ (file.get(i) & 0xff)) * FNV_PRIME;
        }
        return hash;
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
