package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.boundary.Refusal;
import java.util.Optional;

/** What came of the wish to talk to the infrastructure a ProviderConfig names. */
sealed interface Opening {
    /**
     * A connection.
     *
     * @param onlyTeam the team whose objects may use it; empty if every team may
     */
    record Open(Session session, Optional<String> onlyTeam) implements Opening {}

    /** It is ours to talk to, and something is missing or wrong with its settings or credentials. */
    record Unusable(String reason, String message) implements Opening {}

    /** It refers to credentials that it must not use. */
    record Refused(Refusal refusal) implements Opening {}

    /** There is no such ProviderConfig, or it cannot be read, so nobody knows whose it is. */
    record Unknown(String reason, String message) implements Opening {}

    /** It names a provider this process does not have. */
    record Foreign(String provider) implements Opening {}
}
