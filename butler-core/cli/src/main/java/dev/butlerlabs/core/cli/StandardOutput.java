package dev.butlerlabs.core.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * Standard output that distinguishes a closed pipe ({@code | head}) from a full disk: the former is ignored, the latter
 * is recorded so that the command can fail. A {@link java.io.PrintStream} hides both.
 */
final class StandardOutput extends OutputStream {
    private final OutputStream target;
    private IOException failure;
    private boolean readerGone;

    StandardOutput(OutputStream target) {
        this.target = target;
    }

    @Override
    public void write(int octet) {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        attempt(() -> target.write(bytes, offset, length));
    }

    @Override
    public void flush() {
        attempt(target::flush);
    }

    synchronized Optional<IOException> failure() {
        return Optional.ofNullable(failure);
    }

    synchronized boolean isReaderGone() {
        return readerGone;
    }

    private synchronized void attempt(Write write) {
        if (readerGone || failure != null) {
            return;
        }
        try {
            write.run();
        } catch (IOException e) {
            if (isBrokenPipe(e)) {
                readerGone = true;
            } else {
                failure = e;
            }
        }
    }

    /** Matches the message of the operating system, because Java provides no other information. */
    private static boolean isBrokenPipe(IOException e) {
        String message = String.valueOf(e.getMessage());
        return message.contains("Broken pipe") || message.contains("pipe is being closed");
    }

    @FunctionalInterface
    private interface Write {
        void run() throws IOException;
    }
}
