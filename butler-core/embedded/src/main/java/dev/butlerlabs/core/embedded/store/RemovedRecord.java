package dev.butlerlabs.core.embedded.store;

import java.util.Objects;

/**
 * A damaged record that was removed from the end of a log on request.
 *
 * @param file the log
 * @param offset the offset of the record, which is the new end of the log
 * @param bytes the number of removed bytes
 * @param copy the file next to the log that contains these bytes
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
