package dev.butlerlabs.core.image;

import dev.butlerlabs.core.provider.ImageId;
import java.net.URI;
import java.util.Optional;

/** The images of an Image Factory. Thread-safe. All methods throw {@link dev.butlerlabs.core.error.ButlerException}. */
public interface ArtifactSource extends AutoCloseable {
    /** Returns whether downloads require a login, so that an infrastructure cannot download images itself. */
    boolean requiresLogin();

    /**
     * Requests an image without its content. The factory builds it if necessary, which takes minutes; the build continues after a
     * timeout.
     *
     * @return the length in bytes
     * @throws dev.butlerlabs.core.error.ButlerException with TIMEOUT while the factory is building, with NOT_FOUND if the schematic, the
     *     version or an extension does not exist
     */
    long prepare(ImageId image);

    /** Returns the URL of an image. It contains no credentials. */
    URI url(ImageId image);

    /**
     * Returns the published SHA-256 of an image.
     *
     * @return empty if the factory publishes none, as the community edition does not
     */
    Optional<String> publishedSha256(ImageId image);

    /**
     * Downloads an image. An interrupted download is resumed while the stream is read.
     *
     * @param length length returned by {@link #prepare}
     */
    ResumableDownload download(ImageId image, long length);

    @Override
    void close();
}
