package dev.butlerlabs.core.embedded.resource;

import java.util.Arrays;
import java.util.Optional;

/** The subresource of a path. */
public enum Subresource {
    /** The object itself. */
    NONE(""),
    STATUS("status"),
    SCALE("scale"),
    /** The finalizers of a namespace, which are in its spec. */
    FINALIZE("finalize");

    private final String word;

    Subresource(String word) {
        this.word = word;
    }

    public static Optional<Subresource> named(String word) {
        return Arrays.stream(values()).filter(part -> part.word.equals(word)).findFirst();
    }

    public String word() {
        return word;
    }
}
