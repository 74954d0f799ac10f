package dev.butlerlabs.core.status;

import java.util.Objects;
import java.util.Optional;

/**
 * The use of a NetworkPool. Immutable.
 *
 * @param usage empty if the controllers have not reconciled the pool yet
 */
public record PoolObservation(String namespace, String name, Optional<Usage> usage) {
    public PoolObservation {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(usage, "usage");
    }

    /** Numbers of addresses. */
    public record Usage(int total, int used, int free) {}
}
