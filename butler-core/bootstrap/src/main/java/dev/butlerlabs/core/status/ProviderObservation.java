package dev.butlerlabs.core.status;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A ProviderConfig and its infrastructure. Immutable.
 *
 * @param notReady why the controllers cannot use it, without a full stop; empty if they can
 * @param probe the result of a connection from this machine
 */
public record ProviderObservation(
        String namespace, String name, String provider, Optional<String> notReady, SourceResult<Probe> probe) {
    public ProviderObservation {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(provider, "provider");
        Objects.requireNonNull(notReady, "notReady");
        Objects.requireNonNull(probe, "probe");
    }

    /**
     * The infrastructure as seen from this machine.
     *
     * @param version of the infrastructure
     * @param headroom what its quota or capacity check reported; empty if it has none, or if it is not known
     * @param failures failed checks, without full stops
     */
    public record Probe(String version, Optional<String> headroom, List<String> failures) {
        public Probe {
            Objects.requireNonNull(version, "version");
            Objects.requireNonNull(headroom, "headroom");
            failures = List.copyOf(failures);
        }
    }
}
