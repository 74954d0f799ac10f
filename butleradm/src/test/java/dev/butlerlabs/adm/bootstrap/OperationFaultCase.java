package dev.butlerlabs.adm.bootstrap;

import java.util.List;

/**
 * A cause for which an operation on a running cluster fails.
 *
 * @param cause for the table
 * @param command that fails, for the table
 * @param named words by which an operator recognises the cause
 */
record OperationFaultCase(String cause, String command, List<String> named, Use use, Injection injection) {

    /** How a cause uses a cluster. */
    enum Use {
        /** Leaves it as it was. */
        BRIEF,
        /** Takes long, or leaves an operation that causes of the same use finish. */
        LONG,
        /** Needs a cluster of its own. */
        DESTRUCTIVE
    }

    /** Injects the cause and runs the command. */
    @FunctionalInterface
    interface Injection {
        /** Returns the message of the command. */
        String in(OperationFaultWorld world) throws Exception;
    }

    /** Returns a cause that leaves the cluster as it was. */
    static OperationFaultCase of(String cause, String command, Injection injection, String... named) {
        return new OperationFaultCase(cause, command, List.of(named), Use.BRIEF, injection);
    }

    /** Returns a cause that takes long, or leaves an operation that is not finished. */
    static OperationFaultCase lasting(String cause, String command, Injection injection, String... named) {
        return new OperationFaultCase(cause, command, List.of(named), Use.LONG, injection);
    }

    /** Returns a cause for which a cluster of its own is created. */
    static OperationFaultCase destructive(String cause, String command, Injection injection, String... named) {
        return new OperationFaultCase(cause, command, List.of(named), Use.DESTRUCTIVE, injection);
    }

    boolean isNamedBy(String message) {
        return named.stream().allMatch(word -> FaultCase.names(message, word));
    }

    @Override
    public String toString() {
        return cause;
    }
}
