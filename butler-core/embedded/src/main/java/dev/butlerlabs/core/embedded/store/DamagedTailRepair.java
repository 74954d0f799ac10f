package dev.butlerlabs.core.embedded.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;

/** Removes the damaged end of a log and saves a copy of it. */
final class DamagedTailRepair {
    private static final int CHUNK = 1 << 16;

    private final StoreDirectory disk;
    private final StoreFile log;
    private final StoreFileName name;

    DamagedTailRepair(StoreDirectory disk, StoreFile log, StoreFileName name) {
        this.disk = disk;
        this.log = log;
        this.name = name;
    }

    /**
     * Truncates the log at an offset. The copy is durable before the log is changed, so a crash in between loses nothing and the repair can
     * be repeated.
     */
    RemovedRecord remove(long offset) throws IOException {
        long bytes = log.size() - offset;
        String copy = copy(offset);
        log.truncate(offset);
        log.force();
        return new RemovedRecord(log.name(), offset, bytes, copy);
    }

    private String copy(long offset) throws IOException {
        try (StoreFile copy = disk.create(unusedName(offset))) {
            ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
            for (long position = offset; log.read(chunk.clear(), position) > 0; position += chunk.limit()) {
                copy.write(chunk.flip(), position - offset);
            }
            copy.force();
            disk.force();
            return copy.name();
        }
    }

    private String unusedName(long offset) throws IOException {
        List<String> names = disk.names();
        String first = "%s.removed-%d".formatted(name, offset);
        return Stream.iterate(1, number -> number + 1)
                .map(number -> number == 1 ? first : first + "-" + number)
                .filter(candidate -> !names.contains(candidate))
                .findFirst()
                .orElseThrow();
    }
}
