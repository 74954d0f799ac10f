package dev.butlerlabs.core.embedded.store;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;

/** What is said when stored data cannot be what was written. */
final class Damage {
    private Damage() {}

    static ButlerException at(DiskFile file, long offset, String what) {
        return new ButlerException(
                ErrorCode.DATA_DAMAGED,
                "The file " + file.name() + " is damaged at offset " + offset + ": " + what + ".");
    }

    /** The last frame is complete but does not fit its checksum. */
    static ButlerException lastFrame(DiskFile file, long offset) {
        return new ButlerException(
                ErrorCode.DATA_DAMAGED,
                "The last record of %s, at offset %d, is damaged. It is complete, so its write may have been acknowledged."
                        .formatted(file.name(), offset),
                "Restore the directory from a backup. To drop that record and keep all before it, stop Butler and run: truncate -s %d %s"
                        .formatted(offset, file.name()));
    }

    static ButlerException missing(Disk disk, FileName name) {
        return new ButlerException(
                ErrorCode.DATA_DAMAGED, "The file " + name + " is missing from the data folder " + disk.place() + ".");
    }

    static ButlerException newer(DiskFile file, int version) {
        return new ButlerException(
                ErrorCode.ENVIRONMENT,
                "The file " + file.name() + " has format " + version + "; this Butler knows " + FileHeader.VERSION
                        + ".",
                "Use the Butler that wrote the data folder, or a later one.");
    }
}
