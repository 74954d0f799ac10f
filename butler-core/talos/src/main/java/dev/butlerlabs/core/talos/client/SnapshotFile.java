package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/**
 * An etcd snapshot on disk, which contains every secret of a cluster. The file is complete: the checksum at its end was verified.
 */
public record SnapshotFile(Path path, long bytes) {
    private static final int CHECKSUM = 32;
    private static final int BLOCK = 512;
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    public SnapshotFile {
        Objects.requireNonNull(path, "path");
    }

    /** Downloads a snapshot. An existing file is replaced only if the new one is complete. */
    public static SnapshotFile save(EtcdCalls etcd, Path target) {
        Path path = target.toAbsolutePath();
        Path temporary = path.resolveSibling("." + path.getFileName() + "." + UUID.randomUUID() + ".part");
        try {
            receive(etcd, temporary);
            check(temporary);
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return new SnapshotFile(target, Files.size(path));
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "Cannot write the snapshot to %s: %s.".formatted(target, e.getMessage()), e);
        } finally {
            discard(temporary);
        }
    }

    private static void receive(EtcdCalls etcd, Path temporary) throws IOException {
        Set<StandardOpenOption> fresh = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(temporary, fresh, OWNER_ONLY);
                OutputStream stream = new BufferedOutputStream(Channels.newOutputStream(channel))) {
            etcd.snapshot(stream);
            stream.flush();
            channel.force(true);
        }
    }

    private static void check(Path file) throws IOException {
        long size = Files.size(file);
        if (size % BLOCK != CHECKSUM || !hasItsChecksum(file, size - CHECKSUM)) {
            throw new ButlerException(
                    ErrorCode.UNREACHABLE,
                    "The snapshot is damaged: the checksum of its %d bytes does not match.".formatted(size),
                    "Try again. No file was written.");
        }
    }

    private static boolean hasItsChecksum(Path file, long length) throws IOException {
        try (InputStream stream = Files.newInputStream(file)) {
            DigestInputStream digesting = new DigestInputStream(stream, MessageDigest.getInstance("SHA-256"));
            byte[] buffer = new byte[BLOCK * 128];
            long left = length;
            while (left > 0) {
                int count = digesting.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (count < 0) {
                    return false;
                }
                left -= count;
            }
            return Arrays.equals(digesting.getMessageDigest().digest(), stream.readNBytes(CHECKSUM));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    private static void discard(Path temporary) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            // The original failure is the one to report. A remaining temporary file is accessible only by its owner.
            return;
        }
    }
}
