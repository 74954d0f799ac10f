package dev.butlerlabs.core.ipam;

/** Why an IPAllocation has no addresses yet. */
sealed interface PendingAllocationState {
    String reason();

    String message();

    /** It gets its addresses when others are released. */
    record Waiting(String reason, String message) implements PendingAllocationState {}

    /** The pool cannot provide the addresses unless the pool or the request changes. */
    record Impossible(String reason, String message) implements PendingAllocationState {}
}
