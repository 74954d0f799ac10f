package dev.butlerlabs.core.support;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * Writes a compressed tar archive that only its owner can read. Entries are written as they arrive; the file appears under its name when the
 * archive is complete. Entries have no times, so that equal content makes equal archives. Not thread-safe.
 */
public final class BundleWriter implements AutoCloseable {
    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final int ENTRY_MODE = 0100600;

    private final Path file;
    private final Path temporary;
    private final TarArchiveOutputStream tar;
    private boolean isComplete;

    private BundleWriter(Path file, Path temporary, TarArchiveOutputStream tar) {
        this.file = file;
        this.temporary = temporary;
        this.tar = tar;
    }

    /**
     * Starts an archive.
     *
     * @throws ButlerException if the file cannot be created
     */
    public static BundleWriter create(Path file) {
        Path target = file.toAbsolutePath();
        Path temporary = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try {
            OutputStream stream = Channels.newOutputStream(Files.newByteChannel(
                    temporary, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_ONLY));
            TarArchiveOutputStream tar =
                    new TarArchiveOutputStream(new GZIPOutputStream(new BufferedOutputStream(stream)));
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            return new BundleWriter(target, temporary, tar);
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    /** Adds a file. */
    public void add(String path, String text) {
        try {
            byte[] content = text.getBytes(StandardCharsets.UTF_8);
            TarArchiveEntry entry = new TarArchiveEntry(path);
            entry.setMode(ENTRY_MODE);
            entry.setIds(0, 0);
            entry.setModTime(0);
            entry.setSize(content.length);
            tar.putArchiveEntry(entry);
            tar.write(content);
            tar.closeArchiveEntry();
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    /** Completes the archive and gives it its name. */
    public void finish() {
        try {
            tar.close();
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            isComplete = true;
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    private static ButlerException failed(Path file, IOException e) {
        return new ButlerException(
                ErrorCode.ENVIRONMENT,
                "Cannot write support bundle %s: %s.".formatted(file, reason(e)),
                "Check that the directory exists, is writable and has free space.",
                List.of(),
                e);
    }

    private static String reason(IOException e) {
        return e instanceof NoSuchFileException ? "the directory does not exist" : e.getMessage();
    }

    /** Deletes an archive that is not complete. */
    @Override
    public void close() {
        if (!isComplete) {
            try {
                tar.close();
                Files.deleteIfExists(temporary);
            } catch (IOException e) {
                throw failed(file, e);
            }
        }
    }
}
