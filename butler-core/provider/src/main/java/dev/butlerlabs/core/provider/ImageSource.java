package dev.butlerlabs.core.provider;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Objects;

/** Where the content of a new image comes from. */
public sealed interface ImageSource {
    /** The infrastructure downloads the content. The URL contains no credentials, since others can read it there. */
    record Download(URI url) implements ImageSource {
        public Download {
            Objects.requireNonNull(url, "url");
        }
    }

    /**
     * Butler uploads the content. It is streamed and never held in memory or stored on disk.
     *
     * @param length number of bytes
     * @param content opens the content; each call starts at the first byte
     */
    record Upload(long length, ContentOpener content) implements ImageSource {
        public Upload {
            Objects.requireNonNull(content, "content");
            if (length < 1) {
                throw new IllegalArgumentException("an image has at least one byte");
            }
        }
    }

    /** Opens the content of an image. */
    @FunctionalInterface
    interface ContentOpener {
        /** Returns the content from its first byte. The caller closes the stream. */
        InputStream open() throws IOException;
    }
}
