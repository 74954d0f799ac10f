package dev.butlerlabs.core.embedded.store;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.nio.file.Path;

/** Creates the errors that report damaged data. */
final class StoreDamage {
    private StoreDamage() {}

    static ButlerException at(StoreFile file, long offset, String what) {
        return new ButlerException(
                ErrorCode.DATA_DAMAGED,
                "The file " + file.name() + " is damaged at offset " + offset + ": " + what + ".");
    }

    /** The last frame is complete but its checksum does not match. */
    static ButlerException lastFrame(StoreFile file, long offset) {
        return new ButlerException(
                ErrorCode.DATA_DAMAGED,
                "The last record of %s, at offset %d, is damaged. It is complete, so its write may have been acknowledged."
                        .formatted(file.name(), offset),
                "Restore the directory from a backup. To remove that record and keep all earlier ones, run: butleradm engine start --data %s --repair"
                        .formatted(dataDirectory(file)));
    }

    /** Returns the data directory of the embedded API, whose store is in a subdirectory. */
    private static Path dataDirectory(StoreFile file) {
        return Path.of(file.name()).toAbsolutePath().resolveSibling("..").normalize();
    }

    static ButlerException missing(StoreDirectory disk, StoreFileName name) {
        return new ButlerException(
                ErrorCode.DATA_DAMAGED,
                "The file " + name + " is missing from the data directory " + disk.place() + ".");
    }

    static ButlerException newer(StoreFile file, int version) {
        return new ButlerException(
                ErrorCode.ENVIRONMENT,
                "The file " + file.name() + " has format " + version + "; this version of Butler supports format "
                        + FileHeader.VERSION + ".",
                "Use the version of Butler that wrote the data directory, or a later one.");
    }
}
