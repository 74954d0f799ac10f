package dev.butlerlabs.core.image.archive;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An image archive for reading: a directory, or a tar file, which is not unpacked. Thread-safe; memory use does not depend on the size of the
 * images.
 */
public final class ImageArchive {
    private static final int BUFFER = 256 * 1024;
    private static final int LARGEST_TEXT = 16 * 1024 * 1024;

    private final ArchiveFiles files;
    private final ImageArchiveManifest manifest;

    private ImageArchive(ArchiveFiles files, ImageArchiveManifest manifest) {
        this.files = files;
        this.manifest = manifest;
    }

    /**
     * The files of an archive.
     *
     * @param path the directory or tar file
     * @param entries positions of the files in a tar file
     */
    private record ArchiveFiles(Path path, Optional<Map<String, ImageTarIndex.Position>> entries) {
        private static ArchiveFiles of(Path path) throws IOException {
            if (Files.isDirectory(path)) {
                return new ArchiveFiles(path, Optional.empty());
            }
            try (FileChannel channel = FileChannel.open(path)) {
                return new ArchiveFiles(path, Optional.of(ImageTarIndex.read(channel)));
            }
        }

        private ImageTarIndex.Position position(String name) throws IOException {
            if (entries.isEmpty()) {
                return new ImageTarIndex.Position(0, Files.size(path.resolve(name)));
            }
            return Optional.ofNullable(entries.get().get(name)).orElseThrow(() -> new NoSuchFileException(name));
        }

        private Path file(String name) {
            return entries.isPresent() ? path : path.resolve(name);
        }

        private void copy(String name, long from, long bytes, OutputStream out) throws IOException {
            long offset = position(name).offset() + from;
            ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
            try (FileChannel channel = FileChannel.open(file(name))) {
                long end = offset + bytes;
                while (offset < end) {
                    buffer.clear().limit((int) Math.min(buffer.capacity(), end - offset));
                    int read = channel.read(buffer, offset);
                    if (read < 0) {
                        throw new EOFException("%s ends too early".formatted(name));
                    }
                    out.write(buffer.array(), 0, read);
                    offset += read;
                }
            }
        }
    }

    /**
     * Opens an archive. Reads its manifest only.
     *
     * @throws ButlerException with NOT_FOUND, UNREADABLE_FILE, or DATA_DAMAGED if the manifest is missing or not valid
     */
    public static ImageArchive open(Path path) {
        ArchiveFiles files = files(path);
        return new ImageArchive(files, manifest(files));
    }

    private static ArchiveFiles files(Path path) {
        try {
            return ArchiveFiles.of(path);
        } catch (NoSuchFileException _) {
            throw new ButlerException(
                    ErrorCode.NOT_FOUND,
                    "Image archive %s not found.".formatted(path),
                    "Create it with 'butleradm image export'.");
        } catch (EOFException e) {
            throw damaged(path, e.getMessage());
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.UNREADABLE_FILE,
                    "Cannot read image archive %s: %s.".formatted(path, e.getMessage()),
                    "Specify a directory or tar file that 'butleradm image export' created.");
        }
    }

    private static ImageArchiveManifest manifest(ArchiveFiles files) {
        try {
            return ImageArchiveManifest.parse(text(files, ImageArchiveManifest.NAME))
                    .orElseThrow(() -> damaged(files.path(), "manifest.json is not a valid manifest"));
        } catch (NoSuchFileException _) {
            throw damaged(files.path(), "manifest.json is missing");
        } catch (IOException e) {
            throw damaged(files.path(), "manifest.json cannot be read: " + e.getMessage());
        }
    }

    private static String text(ArchiveFiles files, String name) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long bytes = files.position(name).bytes();
        if (bytes > LARGEST_TEXT) {
            throw new IOException("larger than %d MiB".formatted(LARGEST_TEXT >> 20));
        }
        files.copy(name, 0, bytes, out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static ButlerException damaged(Path path, String problem) {
        return new ButlerException(
                ErrorCode.DATA_DAMAGED,
                "Image archive %s is damaged: %s.".formatted(path, problem),
                "Copy the archive again, or repeat 'butleradm image export'.");
    }

    public ImageArchiveManifest manifest() {
        return manifest;
    }

    /**
     * Verifies the size and the SHA-256 of all files.
     *
     * @param progress receives the path of each file before it is read
     * @throws ButlerException with DATA_DAMAGED and the first file that differs from the manifest
     */
    public void verify(Consumer<String> progress) {
        for (ArchivedFile file : manifest.files()) {
            progress.accept(file.path());
            problem(file).ifPresent(problem -> {
                throw damaged(files.path(), "%s %s".formatted(file.path(), problem));
            });
        }
    }

    private Optional<String> problem(ArchivedFile file) {
        try {
            long bytes = files.position(file.path()).bytes();
            if (bytes != file.bytes()) {
                return Optional.of("has %d instead of %d bytes".formatted(bytes, file.bytes()));
            }
            return sha256(file).equals(file.sha256())
                    ? Optional.empty()
                    : Optional.of("does not have the SHA-256 in manifest.json");
        } catch (NoSuchFileException _) {
            return Optional.of("is missing");
        } catch (ClosedByInterruptException e) {
            throw new ButlerException(ErrorCode.CANCELLED, "The verification was interrupted.", e);
        } catch (IOException e) {
            return Optional.of("cannot be read: " + e.getMessage());
        }
    }

    private String sha256(ArchivedFile file) throws IOException {
        MessageDigest digest = sha();
        files.copy(file.path(), 0, file.bytes(), new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        return HexFormat.of().formatHex(digest.digest());
    }

    static MessageDigest sha() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    /** Returns the content of a small file. */
    String text(ArchivedFile file) throws IOException {
        return text(files, file.path());
    }

    /** Writes a part of a file to a stream. */
    void copy(ArchivedFile file, long from, long bytes, OutputStream out) throws IOException {
        files.copy(file.path(), from, bytes, out);
    }
}
