package dev.butlerlabs.core.provider;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Reads the content of an uploaded image in pieces of a fixed size. Used by one thread at a time. */
public final class ImageContentReader implements AutoCloseable {
    private static final int INPUT_BUFFER = 64 * 1024;

    private final InputStream source;
    private final InputStream content;

    private ImageContentReader(InputStream source, InputStream content) {
        this.source = source;
        this.content = content;
    }

    /** Opens the content as it is. */
    public static ImageContentReader open(ImageSource.Upload upload) {
        return reading(() -> {
            InputStream source = upload.content().open();
            return new ImageContentReader(source, source);
        });
    }

    /** Opens content in gzip format, which is decompressed while it is read. */
    public static ImageContentReader openGzip(ImageSource.Upload upload) {
        return reading(() -> {
            InputStream source = upload.content().open();
            try {
                return new ImageContentReader(source, new GZIPInputStream(source, INPUT_BUFFER));
            } catch (IOException | RuntimeException e) {
                source.close();
                throw e;
            }
        });
    }

    /**
     * Fills a part of a buffer.
     *
     * @return the number of bytes read, which is smaller than {@code count} only at the end of the content
     * @throws ButlerException if the source fails or is damaged
     */
    public int read(byte[] buffer, int offset, int count) {
        return reading(() -> content.readNBytes(buffer, offset, count));
    }

    /** Reads the source to its end, so that its checksum is complete. Compressed content can end before its source. */
    public void drain() {
        reading(() -> source.transferTo(OutputStream.nullOutputStream()));
    }

    @Override
    public void close() {
        reading(() -> {
            content.close();
            return true;
        });
    }

    private interface Reading<T> {
        T read() throws IOException;
    }

    private static <T> T reading(Reading<T> work) {
        try {
            return work.read();
        } catch (ZipException e) {
            throw new ButlerException(
                    ErrorCode.PROVIDER,
                    "The image of the image factory is not valid gzip data: %s".formatted(e.getMessage()),
                    e);
        } catch (IOException e) {
            throw e.getCause() instanceof ButlerException known
                    ? known
                    : new ButlerException(
                            ErrorCode.UNREACHABLE, "Reading the image failed: %s".formatted(e.getMessage()), e);
        }
    }
}
