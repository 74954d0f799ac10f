package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.image.ArtifactSource;
import dev.butlerlabs.core.image.ResumableDownload;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.ImageSource;
import java.util.Optional;
import java.util.function.Supplier;

/** Streams an image from the image factory to an infrastructure, and verifies its checksum if the factory publishes one. */
final class ImageUploadTask implements ImageUploads.Task {
    private final Supplier<ArtifactSource> factory;
    private final ProviderConnection connection;
    private final ImageId image;
    private final String name;
    private final long length;
    private volatile Optional<ResumableDownload> download = Optional.empty();

    ImageUploadTask(
            Supplier<ArtifactSource> factory, ProviderConnection connection, ImageId image, String name, long length) {
        this.factory = factory;
        this.connection = connection;
        this.image = image;
        this.name = name;
        this.length = length;
    }

    @Override
    public void run() {
        try (ArtifactSource source = factory.get()) {
            Optional<String> published = source.publishedSha256(image);
            ImageSource content = new ImageSource.Upload(length, () -> open(source));
            try {
                connection.ask(infrastructure ->
                        operations(infrastructure.images()).create(new BootImageSpec(image, name, content)));
            } finally {
                // The image can be complete although the call failed, such as while it deleted temporary resources.
                sha256().ifPresent(digest -> verify(digest, published));
            }
        }
    }

    @Override
    public Optional<String> sha256() {
        return download.filter(read -> read.position() == length).map(ResumableDownload::sha256);
    }

    private ResumableDownload open(ArtifactSource source) {
        ResumableDownload opened = source.download(image, length);
        download = Optional.of(opened);
        return opened;
    }

    static ImageOperations operations(Optional<ImageOperations> images) {
        return images.orElseThrow(() -> new ButlerException(
                ErrorCode.NOT_OFFERED,
                "Butler cannot import images into this infrastructure.",
                "Upload the image with the tools of the infrastructure and delete this ImageSync."));
    }

    /** Deletes an image with another checksum than the published one. */
    private void verify(String digest, Optional<String> published) {
        if (published.filter(expected -> !expected.equals(digest)).isPresent()) {
            connection.ask(infrastructure -> {
                operations(infrastructure.images()).delete(image);
                return true;
            });
            throw new ButlerException(
                    ErrorCode.PROVIDER,
                    "The content of the image does not match the SHA-256 that the image factory publishes. The image was deleted.");
        }
    }

    @Override
    public long uploaded() {
        return download.map(ResumableDownload::position).orElse(0L);
    }
}
