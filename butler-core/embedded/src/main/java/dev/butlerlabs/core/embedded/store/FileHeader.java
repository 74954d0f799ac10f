package dev.butlerlabs.core.embedded.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;
import java.util.zip.CRC32C;

/**
 * The header of every file.
 *
 * @param salt part of the checksum of every frame, so that bytes of another file that are stored as a value are never mistaken for a frame
 */
record FileHeader(StoreFileName name, long salt) {
    static final int VERSION = 1;
    static final int BYTES = 8 + 4 + 4 + 8 + 8 + 4;
    private static final long MAGIC =
            ByteBuffer.wrap("BUTLERKV".getBytes(StandardCharsets.US_ASCII)).getLong();

    static FileHeader fresh(StoreFileName name) {
        return new FileHeader(name, ThreadLocalRandom.current().nextLong());
    }

    ByteBuffer bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES)
                .putLong(MAGIC)
                .putInt(VERSION)
                .putInt(name.kind().code())
                .putLong(name.revision())
                .putLong(salt);
        bytes.putInt(checksum(bytes)).flip();
        return bytes;
    }

    /** Reads the header of a file and verifies that it matches the file name. */
    static FileHeader read(StoreFile file, StoreFileName name) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        while (bytes.hasRemaining() && file.read(bytes, bytes.position()) > 0) {}
        boolean whole = !bytes.hasRemaining() && bytes.getLong(0) == MAGIC;
        bytes.position(BYTES - 4);
        if (!whole || checksum(bytes) != bytes.getInt(BYTES - 4)) {
            throw StoreDamage.at(file, 0, "the file header is incomplete or damaged");
        }
        if (bytes.getInt(8) != VERSION) {
            throw StoreDamage.newer(file, bytes.getInt(8));
        }
        if (bytes.getInt(12) != name.kind().code() || bytes.getLong(16) != name.revision()) {
            throw StoreDamage.at(file, 0, "the header belongs to another file");
        }
        return new FileHeader(name, bytes.getLong(24));
    }

    private static int checksum(ByteBuffer bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes.slice(0, BYTES - 4));
        return (int) checksum.getValue();
    }
}
