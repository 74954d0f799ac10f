package dev.butlerlabs.core.backup.archive;

import java.io.IOException;

/** A backup file is incomplete, or was changed after it was written. */
public final class DamagedArchiveException extends IOException {
    private static final long serialVersionUID = 1L;

    public DamagedArchiveException(String message) {
        super(message);
    }

    DamagedArchiveException(String message, Throwable cause) {
        super(message, cause);
    }
}
