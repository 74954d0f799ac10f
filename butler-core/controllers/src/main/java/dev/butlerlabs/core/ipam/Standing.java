package dev.butlerlabs.core.ipam;

/** Why an IPAllocation has no addresses yet. */
sealed interface Standing {
    String reason();

    String message();

    /** It gets its addresses when others are released. */
    record Waiting(String reason, String message) implements Standing {}

    /** The pool cannot provide the addresses unless the pool or the request changes. */
    record Impossible(String reason, String message) implements Standing {}
}
