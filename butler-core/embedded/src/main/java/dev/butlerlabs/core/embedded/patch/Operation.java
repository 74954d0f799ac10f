package dev.butlerlabs.core.embedded.patch;

/** How a manager came to own fields. */
public enum Operation {
    /** By server-side apply. */
    APPLY("Apply"),
    /** By any other write. */
    UPDATE("Update");

    private final String word;

    Operation(String word) {
        this.word = word;
    }

    /** The word in a managedFields entry. */
    public String word() {
        return word;
    }
}
