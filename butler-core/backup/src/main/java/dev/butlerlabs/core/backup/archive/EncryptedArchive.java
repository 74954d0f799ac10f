package dev.butlerlabs.core.backup.archive;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A backup file that is read with its key. Any position can be read; every byte that is returned was authenticated, with its position and the
 * length of the file. Needs little memory for any size. Not thread-safe.
 */
public final class EncryptedArchive implements AutoCloseable {
    private static final int CACHED_CHUNKS = 32;
    private static final int NO_CHUNK = -1;

    private final Path file;
    private final FileChannel channel;
    private final ArchiveLayout layout;
    private final ChunkCipher cipher;
    private final long chunks;
    private final long length;
    private final Map<Long, byte[]> cache = new LinkedHashMap<>(CACHED_CHUNKS, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, byte[]> eldest) {
            return size() > CACHED_CHUNKS;
        }
    };

    private EncryptedArchive(Path file, FileChannel channel, ArchiveLayout layout, ChunkCipher cipher)
            throws IOException {
        this.file = file;
        this.channel = channel;
        this.layout = layout;
        this.cipher = cipher;
        long sealed = channel.size() - layout.length();
        long full = sealed / ChunkCipher.SEALED_BYTES;
        long rest = sealed % ChunkCipher.SEALED_BYTES;
        boolean isTornTag = rest > 0 && rest < ChunkCipher.TAG_BYTES;
        boolean isEmptyTail = rest == ChunkCipher.TAG_BYTES && full > 0;
        if (sealed < ChunkCipher.TAG_BYTES || isTornTag || isEmptyTail) {
            throw new DamagedArchiveException("it is incomplete");
        }
        chunks = full + (rest > 0 ? 1 : 0);
        length = sealed - chunks * ChunkCipher.TAG_BYTES;
    }

    /**
     * Opens a backup.
     *
     * @throws ButlerException if the file cannot be read, is not a backup, is damaged, or the passphrase or key is wrong
     */
    public static EncryptedArchive open(Path file, BackupKey key) {
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
            try {
                ArchiveLayout layout = layout(channel);
                return new EncryptedArchive(file, channel, layout, cipher(file, layout, key));
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /**
     * Reads the header of a backup. Its checksum is verified, but without the key it is not authenticated.
     *
     * @throws ButlerException if the file cannot be read or is not a backup
     */
    public static ArchiveHeader header(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return layout(channel).header();
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /**
     * Reads the header at the start of a stream.
     *
     * @throws IOException if it is not a backup, or is damaged
     */
    public static ArchiveHeader header(InputStream stream) throws IOException {
        return ArchiveLayout.read(stream).header();
    }

    private static ArchiveLayout layout(FileChannel channel) throws IOException {
        return ArchiveLayout.read(new BufferedInputStream(Channels.newInputStream(channel)));
    }

    private static ChunkCipher cipher(Path file, ArchiveLayout layout, BackupKey key) {
        KeySource source = layout.header().derivation().source();
        if (source != key.source()) {
            throw new ButlerException(
                    ErrorCode.WRONG_BACKUP_KEY,
                    "Backup %s was encrypted with a %s."
                            .formatted(file, source == KeySource.PASSPHRASE ? "passphrase" : "key file"),
                    source == KeySource.PASSPHRASE ? "Pass --passphrase-file FILE." : "Pass --key-file FILE.");
        }
        BackupKey.ArchiveKeys keys = key.derive(layout.header().derivation());
        if (!layout.isSignedBy(keys)) {
            throw new ButlerException(
                    ErrorCode.WRONG_BACKUP_KEY,
                    "The %s does not open backup %s."
                            .formatted(source == KeySource.PASSPHRASE ? "passphrase" : "key file", file));
        }
        return new ChunkCipher(keys.encryption(), layout.digest());
    }

    /**
     * Converts a failure to read a backup.
     *
     * @return an error that distinguishes a damaged file from an unreadable one
     */
    public static ButlerException unreadable(Path file, IOException e) {
        if (e instanceof MissingHeaderException) {
            return new ButlerException(
                    ErrorCode.BACKUP_DAMAGED,
                    "%s is not a backup, or is damaged: %s.".formatted(file, e.getMessage()),
                    "Check the path. If the file is a backup, use another copy of it.",
                    List.of(),
                    e);
        }
        if (e instanceof DamagedArchiveException) {
            return new ButlerException(
                    ErrorCode.BACKUP_DAMAGED, "Backup %s is damaged: %s.".formatted(file, e.getMessage()), e);
        }
        String reason = e instanceof NoSuchFileException ? "it does not exist" : e.getMessage();
        return new ButlerException(ErrorCode.UNREADABLE_FILE, "Cannot read backup %s: %s.".formatted(file, reason), e);
    }

    public Path file() {
        return file;
    }

    public ArchiveHeader header() {
        return layout.header();
    }

    /** Returns the size of the decrypted content. */
    public long length() {
        return length;
    }

    /** Reads bytes from a position of the decrypted content. */
    public void read(long position, ByteBuffer target) throws IOException {
        long from = position;
        if (from < 0 || from + target.remaining() > length) {
            throw new DamagedArchiveException("byte %d is beyond its end".formatted(from + target.remaining()));
        }
        while (target.hasRemaining()) {
            byte[] chunk = chunk(from / ChunkCipher.CHUNK_BYTES);
            int offset = (int) (from % ChunkCipher.CHUNK_BYTES);
            int count = Math.min(target.remaining(), chunk.length - offset);
            target.put(chunk, offset, count);
            from += count;
        }
    }

    private byte[] chunk(long position) throws IOException {
        byte[] known = cache.get(position);
        if (known != null) {
            return known;
        }
        boolean isLast = position == chunks - 1;
        int size = isLast
                ? (int) (channel.size() - layout.length() - position * ChunkCipher.SEALED_BYTES)
                : ChunkCipher.SEALED_BYTES;
        ByteBuffer sealed = ByteBuffer.allocate(size);
        long start = layout.length() + position * ChunkCipher.SEALED_BYTES;
        while (sealed.hasRemaining()) {
            if (channel.read(sealed, start + sealed.position()) < 0) {
                throw new DamagedArchiveException("it is incomplete");
            }
        }
        byte[] opened = cipher.open(position, isLast, sealed.array(), size);
        cache.put(position, opened);
        return opened;
    }

    /** Returns the decrypted content from a position on. Reading to the end authenticates everything from there. */
    public InputStream stream(long start) {
        return new PlainStream(start);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private final class PlainStream extends InputStream {
        private long next;
        private long current = NO_CHUNK;
        private byte[] content = {};

        PlainStream(long start) {
            next = start;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int size) throws IOException {
            if (next >= length) {
                if (length == 0) {
                    chunk(0);
                }
                return -1;
            }
            if (next / ChunkCipher.CHUNK_BYTES != current) {
                current = next / ChunkCipher.CHUNK_BYTES;
                content = chunk(current);
            }
            int from = (int) (next % ChunkCipher.CHUNK_BYTES);
            int count = Math.min(size, content.length - from);
            System.arraycopy(content, from, target, offset, count);
            next += count;
            return count;
        }

        @Override
        public long skip(long count) {
            long skipped = Math.clamp(length - next, 0, Math.max(0, count));
            next += skipped;
            return skipped;
        }
    }
}
