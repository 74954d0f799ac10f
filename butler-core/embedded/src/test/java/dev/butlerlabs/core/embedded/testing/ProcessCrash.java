package dev.butlerlabs.core.embedded.testing;

/** Ends the code under test as if its process had been killed. An Error, so that no handler of exceptions continues. */
public final class ProcessCrash extends Error {
    private static final long serialVersionUID = 1L;

    public ProcessCrash(String position) {
        super(position, null, false, false);
    }
}
