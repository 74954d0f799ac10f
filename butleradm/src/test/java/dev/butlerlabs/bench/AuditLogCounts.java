package dev.butlerlabs.bench;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Counts the requests of one client in the audit log of a kube-apiserver. Each call reads only what was written since the one before. */
final class AuditLogCounts implements Supplier<RequestCounts.Snapshot> {
    private static final int CHUNK = 1 << 22;

    private final Path file;
    private final RequestCounts counts;
    private long position;

    /** @param caller the start of the user agent of the counted client */
    AuditLogCounts(Path file, String caller) {
        this.file = file;
        this.counts = new RequestCounts(caller);
    }

    @Override
    public synchronized RequestCounts.Snapshot get() {
        if (Files.exists(file)) {
            try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
                byte[] chunk = new byte[CHUNK];
                log.seek(position);
                for (int length = lines(chunk, log.read(chunk)); length > 0; length = lines(chunk, log.read(chunk))) {
                    new String(chunk, 0, length, StandardCharsets.UTF_8).lines().forEach(counts::countEvent);
                    position += length;
                    log.seek(position);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return counts.snapshot();
    }

    /** Returns the length of the complete lines; the last one may be written just now. */
    private static int lines(byte[] chunk, int length) {
        int end = length;
        while (end > 0 && chunk[end - 1] != '\n') {
            end--;
        }
        return end;
    }
}
