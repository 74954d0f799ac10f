package dev.butlerlabs.core.machine;

/** What came of the wish to talk to the infrastructure a ProviderConfig names. */
sealed interface Opening {
    record Open(Session session) implements Opening {}

    /** It is ours to talk to, and something is missing or wrong with its settings or credentials. */
    record Unusable(String reason, String message) implements Opening {}

    /** There is no such ProviderConfig, or it cannot be read, so nobody knows whose it is. */
    record Unknown(String reason, String message) implements Opening {}

    /** It names a provider this process does not have. */
    record Foreign(String provider) implements Opening {}
}
