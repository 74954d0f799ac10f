package dev.butlerlabs.core.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * Standard output that tells a reader who went away ({@code | head}) from a disk that is full: the first is nobody's fault and stays
 * quiet, the second is remembered so that the command can fail. A {@link java.io.PrintStream} alone would hide both.
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

    /** The operating system's own words are all that Java passes on. */
    private static boolean isBrokenPipe(IOException e) {
        String message = String.valueOf(e.getMessage());
        return message.contains("Broken pipe") || message.contains("pipe is being closed");
    }

    @FunctionalInterface
    private interface Write {
        void run() throws IOException;
    }
}
