package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.image.ArtifactSource;
import dev.butlerlabs.core.image.ResumableDownload;
import dev.butlerlabs.core.provider.ImageId;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.util.Optional;

/** An image factory whose answers the test sets. */
final class ScriptedArtifacts implements ArtifactSource {
    byte[] content = {1, 2, 3, 4, 5, 6, 7, 8};
    Optional<ButlerException> failure = Optional.empty();
    Optional<String> published = Optional.empty();
    boolean requiresLogin;
    int prepared;

    @Override
    public boolean requiresLogin() {
        return requiresLogin;
    }

    @Override
    public long prepare(ImageId image) {
        prepared++;
        failure.ifPresent(thrown -> {
            throw thrown;
        });
        return content.length;
    }

    @Override
    public URI url(ImageId image) {
        return URI.create("https://factory.example/image/" + image.fileName());
    }

    @Override
    public Optional<String> publishedSha256(ImageId image) {
        return published;
    }

    @Override
    public ResumableDownload download(ImageId image, long length) {
        return new ResumableDownload(
                (from, tag) -> new ResumableDownload.Part(
                        0, Optional.of(length), Optional.empty(), new ByteArrayInputStream(content)),
                length);
    }

    @Override
    public void close() {
        // Nothing to close.
    }
}
