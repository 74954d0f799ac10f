package dev.butlerlabs.core.embedded.store;

import java.util.Objects;

/**
 * A damaged record that was removed from the end of a log on request.
 *
 * @param file the log
 * @param offset where the record started, and where the log ends now
 * @param bytes how many bytes were removed
 * @param copy the file beside the log that holds these bytes
 */
public record RemovedRecord(String file, long offset, long bytes, String copy) {
    public RemovedRecord {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(copy, "copy");
    }

    @Override
    public String toString() {
        return "Removed the damaged last record of %s: %d bytes at offset %d. They are kept in %s."
                .formatted(file, bytes, offset, copy);
    }
}
