package dev.butlerlabs.core.provider.rest;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ImageSource.ContentOpener;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The content of an image while it is sent. Opens it at the first read, and remembers why reading failed: a client reports a failure
 * of the content as one of the connection.
 */
public final class UploadedContent extends InputStream {
    private final ContentOpener opener;
    private Optional<InputStream> opened = Optional.empty();
    private volatile Optional<Exception> failure = Optional.empty();

    public UploadedContent(ContentOpener opener) {
        this.opener = opener;
    }

    /**
     * Sends a request with this content.
     *
     * @throws ButlerException with the failure of the content if it is the reason why the request failed
     */
    public <T> T sending(Supplier<T> request) {
        try {
            return request.get();
        } catch (ButlerException e) {
            if (e.code() != ErrorCode.CANCELLED && failure.isPresent()) {
                throw failed(failure.get());
            }
            throw e;
        }
    }

    private static ButlerException failed(Exception failure) {
        if (failure instanceof ButlerException known) {
            return known;
        }
        return failure.getCause() instanceof ButlerException known
                ? known
                : new ButlerException(
                        ErrorCode.UNREACHABLE, "Reading the image failed: %s".formatted(failure.getMessage()), failure);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            return open().read(bytes, offset, length);
        } catch (IOException | RuntimeException e) {
            failure = Optional.of(e);
            throw e;
        }
    }

    private InputStream open() throws IOException {
        if (opened.isEmpty()) {
            opened = Optional.of(opener.open());
        }
        return opened.get();
    }

    @Override
    public void close() {
        opened.ifPresent(UploadedContent::close);
    }

    private static void close(InputStream stream) {
        try {
            stream.close();
        } catch (IOException _) {
            // The request is over; a failed close of its content changes nothing.
        }
    }
}
