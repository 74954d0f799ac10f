package dev.butlerlabs.core.backup.restore;

import dev.butlerlabs.core.backup.content.BackupManifest;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.etcd.SnapshotSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Writes the content of a backup to files that only their owner can read. */
public final class BackupExtractor {
    /** The name of the etcd snapshot. */
    public static final String SNAPSHOT = "etcd.db";

    private static final FileAttribute<?> OWNER_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<?> OWNER_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final String SNAPSHOT_PARTS = "etcd/";
    private static final int BUFFER_BYTES = 1 << 20;

    private final BackupReader backup;

    public BackupExtractor(BackupReader backup) {
        this.backup = backup;
    }

    /**
     * Extracts all files.
     *
     * @param directory is created; it must not exist
     * @return number of files
     * @throws ButlerException if the directory exists or cannot be written
     */
    public int extract(Path directory) {
        try {
            Files.createDirectory(directory, OWNER_DIRECTORY);
            int files = 0;
            for (BackupManifest.Entry entry : backup.manifest().entries()) {
                if (!entry.path().startsWith(SNAPSHOT_PARTS)) {
                    write(
                            target(directory, entry.path()),
                            ByteBuffer.wrap(backup.read(entry.path()).orElseThrow()));
                    files++;
                }
            }
            if (backup.etcd().isPresent()) {
                writeSnapshot(directory.resolve(SNAPSHOT), backup.etcd().get());
                files++;
            }
            return files;
        } catch (FileAlreadyExistsException e) {
            throw new ButlerException(
                    ErrorCode.CONFLICT, "%s already exists.".formatted(e.getFile()), "Choose another directory.");
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "Cannot write to %s: %s.".formatted(directory, e.getMessage()), e);
        }
    }

    private static Path target(Path directory, String path) throws IOException {
        Path file = directory.resolve(path).normalize();
        if (!file.startsWith(directory.normalize())) {
            throw new IOException("entry %s is outside the directory".formatted(path));
        }
        Files.createDirectories(file.getParent(), OWNER_DIRECTORY);
        return file;
    }

    private static void write(Path file, ByteBuffer content) throws IOException {
        try (FileChannel channel = create(file)) {
            while (content.hasRemaining()) {
                channel.write(content);
            }
        }
    }

    private static void writeSnapshot(Path file, SnapshotSource snapshot) throws IOException {
        try (FileChannel channel = create(file)) {
            ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
            for (long position = 0; position < snapshot.size(); position += buffer.limit()) {
                buffer.clear().limit((int) Math.min(buffer.capacity(), snapshot.size() - position));
                snapshot.read(position, buffer);
                buffer.flip();
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
            }
        }
    }

    private static FileChannel create(Path file) throws IOException {
        return FileChannel.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_FILE);
    }
}
