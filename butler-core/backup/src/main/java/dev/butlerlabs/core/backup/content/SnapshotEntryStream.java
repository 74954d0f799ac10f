package dev.butlerlabs.core.backup.content;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.etcd.EtcdSnapshotReader;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.util.Objects;

/**
 * Writes an etcd snapshot of unknown size as entries of equal size, and verifies the checksum at its end on the way. Needs memory for one
 * entry. Not thread-safe.
 */
final class SnapshotEntryStream extends OutputStream {
    static final int PART_BYTES = 4 << 20;

    private final EntryWriter entries;
    private final byte[] part = new byte[PART_BYTES];
    private final byte[] tail = new byte[EtcdSnapshotReader.CHECKSUM_BYTES];
    private final MessageDigest database = EntryWriter.sha256();
    private final MessageDigest all = EntryWriter.sha256();
    private int filled;
    private int tailFilled;
    private int parts;
    private long bytes;

    SnapshotEntryStream(EntryWriter entries) {
        this.entries = entries;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] content, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, content.length);
        all.update(content, offset, length);
        digestDatabase(content, offset, length);
        bytes += length;
        int from = offset;
        int left = length;
        while (left > 0) {
            int count = Math.min(left, part.length - filled);
            System.arraycopy(content, from, part, filled, count);
            filled += count;
            from += count;
            left -= count;
            if (filled == part.length) {
                writePart();
            }
        }
    }

    /** Holds the last bytes back: they are the checksum of all bytes before them, if no more follow. */
    private void digestDatabase(byte[] content, int offset, int length) {
        byte[] joined = new byte[tailFilled + length];
        System.arraycopy(tail, 0, joined, 0, tailFilled);
        System.arraycopy(content, offset, joined, tailFilled, length);
        int held = Math.min(tail.length, joined.length);
        database.update(joined, 0, joined.length - held);
        System.arraycopy(joined, joined.length - held, tail, 0, held);
        tailFilled = held;
    }

    private void writePart() throws IOException {
        entries.add(BackupManifest.Etcd.path(parts++), part, filled);
        filled = 0;
    }

    /**
     * Writes the rest.
     *
     * @throws ButlerException if the checksum does not match
     */
    BackupManifest.Etcd finish(String node) throws IOException {
        if (filled > 0) {
            writePart();
        }
        boolean isWhole = tailFilled == tail.length
                && bytes % EtcdSnapshotReader.BLOCK_BYTES == tail.length
                && MessageDigest.isEqual(database.digest(), tail);
        if (!isWhole) {
            throw new ButlerException(
                    ErrorCode.UNREACHABLE,
                    "The etcd snapshot of %s is damaged: the checksum of its %d bytes does not match."
                            .formatted(node, bytes),
                    "Try again. No backup was written.");
        }
        return new BackupManifest.Etcd(node, bytes, EntryWriter.hex(all), PART_BYTES, parts);
    }
}
