package dev.butlerlabs.core.embedded.store;

/**
 * Makes a value once the revision it will be stored at is known. Called on the thread that commits every write, so it must be quick
 * and must not call the store. What it throws reaches the writer, and nothing is written.
 */
@FunctionalInterface
public interface Rendering {
    byte[] at(long revision);

    /** A value that does not mention its revision. */
    static Rendering fixed(byte[] value) {
        return revision -> value;
    }
}
