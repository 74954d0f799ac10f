package dev.butlerlabs.core.backup.archive;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes a backup file that only its owner can read. The content is encrypted before it reaches the disk. The file gets its name when it is
 * complete and stored durably; {@link #close} deletes an incomplete one. Not thread-safe.
 */
public final class EncryptedArchiveWriter implements AutoCloseable {
    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final String SUFFIX = ".part";
    private static final String STAGED_SUFFIX = ".new";
    private static final Pattern STAGED = Pattern.compile("\\.(.+)\\.[0-9a-f-]{36}" + Pattern.quote(STAGED_SUFFIX));
    /** How long a file may exist before it is locked. */
    private static final Duration UNLOCKED_LIMIT = Duration.ofSeconds(1);

    private final Path file;
    private final Path temporary;
    private final FileChannel channel;
    private final OutputStream buffered;
    private final EncryptingStream encrypted;
    private final ArchiveHeader header;
    private boolean isComplete;

    private EncryptedArchiveWriter(
            Path file, Path temporary, FileChannel channel, ArchiveHeader header, BackupKey.ArchiveKeys keys)
            throws IOException {
        this.file = file;
        this.temporary = temporary;
        this.channel = channel;
        this.header = header;
        buffered = new BufferedOutputStream(Channels.newOutputStream(channel), 4 * ChunkCipher.SEALED_BYTES);
        byte[] start = ArchiveLayout.encode(header, keys);
        buffered.write(start);
        encrypted = new EncryptingStream(buffered, new ChunkCipher(keys.encryption(), ArchiveLayout.digestOf(start)));
    }

    /**
     * Starts a backup file.
     *
     * @throws ButlerException if the file cannot be created
     */
    public static EncryptedArchiveWriter create(
            Path file, String cluster, Instant time, String butlerVersion, BackupKey key) {
        Path target = file.toAbsolutePath();
        Path temporary = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + SUFFIX);
        KeyDerivation derivation = key.newDerivation(new SecureRandom());
        ArchiveHeader header = new ArchiveHeader(cluster, time, butlerVersion, derivation);
        try {
            FileChannel channel = FileChannel.open(
                    temporary, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_ONLY);
            lock(channel);
            return new EncryptedArchiveWriter(target, temporary, channel, header, key.derive(derivation));
        } catch (IOException e) {
            throw failed(target, e);
        }
    }

    /** The lock is held until the channel is closed or the process ends, so that other processes do not delete the file. */
    private static boolean lock(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (IOException | OverlappingFileLockException _) {
            // The file system does not support locks, or another thread writes the file.
            return false;
        }
    }

    /**
     * Deletes incomplete files of processes that were killed. Files that a living process writes are locked and stay.
     *
     * @throws ButlerException if a file cannot be deleted
     */
    public static void deleteAbandoned(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(EncryptedArchiveWriter::isIncomplete).toList()) {
                deleteUnlocked(file);
            }
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT,
                    "Cannot delete an incomplete backup in %s: %s.".formatted(directory, reason(e)),
                    e);
        }
    }

    /** A file that was just created may not be locked yet. */
    private static boolean isIncomplete(Path file) {
        String name = file.getFileName().toString();
        try {
            return name.startsWith(".")
                    && name.endsWith(SUFFIX)
                    && Files.isRegularFile(file)
                    && Files.getLastModifiedTime(file)
                            .toInstant()
                            .isBefore(Instant.now().minus(UNLOCKED_LIMIT));
        } catch (IOException _) {
            // Another process has completed or deleted it.
            return false;
        }
    }

    private static void deleteUnlocked(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            if (lock(channel)) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException _) {
            // Another process has completed it.
        }
    }

    public ArchiveHeader header() {
        return header;
    }

    /** Returns the stream for the content. Closing it has no effect. */
    public OutputStream content() {
        return encrypted;
    }

    /**
     * Completes the file.
     *
     * @throws ButlerException if it cannot be written
     */
    public void finish() {
        try {
            encrypted.finish();
            buffered.flush();
            channel.force(true);
            channel.close();
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel directory = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
                directory.force(true);
            }
            isComplete = true;
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    /** Converts a failure to write the content. */
    public ButlerException failed(IOException e) {
        return failed(file, e);
    }

    /** Returns a hidden name for a complete backup that is not published yet. */
    public static String stagedName(String name) {
        return "." + name + "." + UUID.randomUUID() + STAGED_SUFFIX;
    }

    /**
     * Returns the name under which a file is to be published.
     *
     * @return empty if it does not have a staged name
     */
    public static Optional<String> publishedName(String staged) {
        Matcher matcher = STAGED.matcher(staged);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** Messages name the file that users expect. */
    private static Path publishedPath(Path file) {
        return publishedName(file.getFileName().toString())
                .map(file::resolveSibling)
                .orElse(file);
    }

    /** Converts a failure to write a backup. */
    public static ButlerException failed(Path file, IOException e) {
        return new ButlerException(
                ErrorCode.ENVIRONMENT,
                "Cannot write backup %s: %s.".formatted(publishedPath(file), reason(e)),
                "Check that the directory exists, is writable and has free space.",
                List.of(),
                e);
    }

    /** The message of some exceptions is only the path. */
    private static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "the directory does not exist";
            case AccessDeniedException _ -> "permission denied";
            case FileSystemException system when system.getReason() != null -> system.getReason();
            default -> String.valueOf(e.getMessage());
        };
    }

    @Override
    public void close() {
        if (!isComplete) {
            try {
                channel.close();
                Files.deleteIfExists(temporary);
            } catch (IOException e) {
                throw failed(file, e);
            }
        }
    }
}
