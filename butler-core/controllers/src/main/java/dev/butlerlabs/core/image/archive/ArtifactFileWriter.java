package dev.butlerlabs.core.image.archive;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.image.ImageFactoryClient;
import dev.butlerlabs.core.image.ResumableDownload;
import dev.butlerlabs.core.provider.ImageId;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Downloads an image to a file. The content is in a file with the ending {@code .part} until it is complete and verified; a later call
 * resumes there if the factory identified the content with an entity tag. Used by one thread at a time for each file.
 */
final class ArtifactFileWriter {
    private static final int BUFFER = 64 * 1024;
    private static final int PERCENT = 100;
    private static final int STEP = 5;

    private final ImageFactoryClient factory;
    private final Path target;
    private final Path part;
    private final Path tag;

    ArtifactFileWriter(ImageFactoryClient factory, Path target) {
        this.factory = factory;
        this.target = target;
        this.part = target.resolveSibling(target.getFileName() + ".part");
        this.tag = target.resolveSibling(target.getFileName() + ".part.tag");
    }

    /**
     * Downloads the image.
     *
     * @param progress receives the percentage, in steps of 5
     * @return the SHA-256 of the file
     * @throws ButlerException if the factory rejects the download, or the content is not the published one
     */
    String write(ImageId image, long length, Optional<String> published, IntConsumer progress) throws IOException {
        Files.createDirectories(target.getParent());
        String sha256;
        try {
            sha256 = fill(image, length, progress);
        } catch (ButlerException e) {
            if (e.code() != ErrorCode.CONFLICT) {
                throw e;
            }
            // The image changed since the earlier attempt.
            discard();
            sha256 = fill(image, length, progress);
        }
        verify(sha256, published);
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Files.deleteIfExists(tag);
        return sha256;
    }

    private String fill(ImageId image, long length, IntConsumer progress) throws IOException {
        long existing = resumable(length);
        if (existing == 0) {
            discard();
        }
        MessageDigest digest = digest(existing);
        Optional<String> known = existing == 0 ? Optional.empty() : Optional.of(Files.readString(tag));
        try (ResumableDownload download =
                        factory.resume(image, length, new ResumableDownload.Begun(existing, digest, known));
                FileChannel file = FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.position(existing);
            copy(download, Channels.newOutputStream(file), length, progress);
            file.force(true);
            return download.sha256();
        }
    }

    private long resumable(long length) throws IOException {
        long size = Files.exists(part) && Files.exists(tag) ? Files.size(part) : 0;
        return size < length ? size : 0;
    }

    private MessageDigest digest(long bytes) throws IOException {
        MessageDigest digest = ImageArchive.sha();
        if (bytes > 0) {
            try (InputStream in = new DigestInputStream(Files.newInputStream(part), digest)) {
                in.transferTo(OutputStream.nullOutputStream());
            }
        }
        return digest;
    }

    private void copy(ResumableDownload download, OutputStream out, long length, IntConsumer progress)
            throws IOException {
        byte[] buffer = new byte[BUFFER];
        long last = -1;
        for (int read = download.read(buffer, 0, BUFFER); read >= 0; read = download.read(buffer, 0, BUFFER)) {
            if (last < 0 && download.tag().isPresent()) {
                Files.writeString(tag, download.tag().get());
            }
            out.write(buffer, 0, read);
            long percent = download.position() * PERCENT / length / STEP * STEP;
            if (percent != last) {
                progress.accept((int) percent);
                last = percent;
            }
            if (Thread.interrupted()) {
                throw ImageExporter.cancelled();
            }
        }
    }

    private void verify(String sha256, Optional<String> published) throws IOException {
        if (published.filter(expected -> !expected.equals(sha256)).isPresent()) {
            discard();
            throw new ButlerException(
                    ErrorCode.PROVIDER,
                    "The content of %s does not match the SHA-256 that the image factory publishes. The file was deleted."
                            .formatted(target.getFileName()),
                    "Run the same command again.");
        }
    }

    private void discard() throws IOException {
        Files.deleteIfExists(part);
        Files.deleteIfExists(tag);
    }
}
