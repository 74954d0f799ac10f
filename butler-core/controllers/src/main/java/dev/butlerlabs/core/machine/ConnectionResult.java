package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.boundary.PolicyViolation;
import java.util.Optional;

/** The result of connecting to the infrastructure of a ProviderConfig. */
sealed interface ConnectionResult {
    /**
     * A connection.
     *
     * @param onlyTeam the team whose objects may use it; empty if every team may
     */
    record Open(ProviderConnection session, Optional<String> onlyTeam) implements ConnectionResult {}

    /** The provider is installed, but settings or credentials are missing or invalid. */
    record Unusable(String reason, String message) implements ConnectionResult {}

    /** The ProviderConfig references credentials that it must not use. */
    record Refused(PolicyViolation refusal) implements ConnectionResult {}

    /** The ProviderConfig does not exist or cannot be read, so its provider is unknown. */
    record Unknown(String reason, String message) implements ConnectionResult {}

    /** The provider is not installed in this process. */
    record Foreign(String provider) implements ConnectionResult {}
}
