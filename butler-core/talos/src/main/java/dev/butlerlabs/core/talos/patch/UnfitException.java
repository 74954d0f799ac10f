package dev.butlerlabs.core.talos.patch;

import dev.butlerlabs.core.talos.config.DocumentId;

/** A patch that cannot be applied. */
final class UnfitException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String path;

    UnfitException(String path, String sentence) {
        super(sentence);
        this.path = path;
    }

    /** Returns the full path, starting with the document. */
    String path(DocumentId id) {
        return id.isMain() || path.isEmpty() ? id.path() + path : id.path() + "." + path;
    }
}
