package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Reads and writes files with credentials. Writes are atomic and durable, so that a reader sees either the old or the new
 * content, and the files are accessible only by their owner.
 */
public final class AtomicFile {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private static final int MAX_BYTES = 32 * 1024 * 1024;

    private AtomicFile() {}

    /**
     * Returns the text of a file.
     *
     * @return empty if it does not exist
     */
    public static Optional<String> read(Path file) {
        try {
            return Optional.of(text(file));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "Cannot read %s: %s.".formatted(file, reason(e)), e);
        }
    }

    /** Reads with a size limit, so that an endless file such as a device does not exhaust the memory. */
    private static String text(Path file) throws IOException {
        try (InputStream stream = Files.newInputStream(file)) {
            byte[] bytes = stream.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new FileSystemException(file.toString(), null, "larger than %d MiB".formatted(MAX_BYTES >> 20));
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new FileSystemException(file.toString(), null, "not UTF-8 text");
        }
    }

    /** Replaces the file atomically, with mode 0600. Follows a symbolic link, so that the link is kept. */
    public static void write(Path file, String text) {
        Path target = followed(file);
        Path temporary = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try {
            createFolder(target.getParent());
            fill(temporary, text);
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            sync(target.getParent());
        } catch (IOException e) {
            discard(temporary);
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot write %s: %s.".formatted(file, reason(e)), e);
        }
    }

    static Path followed(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException notThereYet) {
            return file.toAbsolutePath();
        }
    }

    static void createFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder, OWNER_FOLDER);
        }
    }

    static void createExclusively(Path file) throws IOException {
        Files.createFile(file, OWNER_FILE);
    }

    private static void fill(Path temporary, String text) throws IOException {
        try (FileChannel channel = FileChannel.open(
                temporary, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_FILE)) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    private static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
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

    static String reason(IOException e) {
        if (e instanceof FileSystemException system && system.getReason() != null) {
            return system.getReason();
        }
        return e.getClass().getSimpleName().replace("Exception", "");
    }
}
