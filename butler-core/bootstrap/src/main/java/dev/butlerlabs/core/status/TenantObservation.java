package dev.butlerlabs.core.status;

import dev.butlerlabs.core.version.ReleaseVersion;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A tenant cluster. Immutable.
 *
 * @param phase such as {@code Ready}; {@code Pending} if the controllers have not reconciled it yet
 * @param since when the phase was reached
 * @param message why it is not ready, without a full stop; empty if that is not known
 */
public record TenantObservation(
        String namespace,
        String name,
        String phase,
        Optional<Instant> since,
        String message,
        Optional<ReleaseVersion> kubernetes) {
    public TenantObservation {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(phase, "phase");
        Objects.requireNonNull(since, "since");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(kubernetes, "kubernetes");
    }
}
