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
