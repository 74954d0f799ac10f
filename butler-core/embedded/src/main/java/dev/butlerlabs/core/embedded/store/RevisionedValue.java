package dev.butlerlabs.core.embedded.store;

/**
 * Renders a value when its revision is known. Called on the committer thread, so it must be fast and must not call the store. An exception
 * is passed to the writer, and nothing is written.
 */
@FunctionalInterface
public interface RevisionedValue {
    byte[] at(long revision);

    /** Returns a value that does not depend on its revision. */
    static RevisionedValue fixed(byte[] value) {
        return revision -> value;
    }
}
