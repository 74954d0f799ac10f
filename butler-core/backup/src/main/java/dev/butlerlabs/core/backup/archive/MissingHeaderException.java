package dev.butlerlabs.core.backup.archive;

import java.io.IOException;

/** A file does not start with the header of a backup: it is another file, or its start is damaged. */
final class MissingHeaderException extends IOException {
    private static final long serialVersionUID = 1L;

    MissingHeaderException() {
        super("the backup header is missing");
    }
}
