package dev.butlerlabs.core.embedded.patch;

/** The operation by which a manager acquired fields. */
public enum ManagerOperation {
    /** Server-side apply. */
    APPLY("Apply"),
    /** Any other write. */
    UPDATE("Update");

    private final String word;

    ManagerOperation(String word) {
        this.word = word;
    }

    /** Returns the value of the operation field of a managedFields entry. */
    public String word() {
        return word;
    }
}
