package dev.butlerlabs.core.ipam;

/** Where an IPAllocation stands that has no addresses yet. */
sealed interface Standing {
    String reason();

    String message();

    /** It gets its addresses as soon as others give back theirs. */
    record Waiting(String reason, String message) implements Standing {}

    /** It never gets them from this pool as both are. */
    record Impossible(String reason, String message) implements Standing {}
}
