package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.boundary.Refusal;
import java.util.Optional;

/** The result of connecting to the infrastructure of a ProviderConfig. */
sealed interface Opening {
    /**
     * A connection.
     *
     * @param onlyTeam the team whose objects may use it; empty if every team may
     */
    record Open(Session session, Optional<String> onlyTeam) implements Opening {}

    /** The provider is installed, but settings or credentials are missing or invalid. */
    record Unusable(String reason, String message) implements Opening {}

    /** The ProviderConfig references credentials that it must not use. */
    record Refused(Refusal refusal) implements Opening {}

    /** The ProviderConfig does not exist or cannot be read, so its provider is unknown. */
    record Unknown(String reason, String message) implements Opening {}

    /** The provider is not installed in this process. */
    record Foreign(String provider) implements Opening {}
}
