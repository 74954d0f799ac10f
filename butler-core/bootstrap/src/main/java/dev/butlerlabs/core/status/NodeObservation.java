package dev.butlerlabs.core.status;

import dev.butlerlabs.core.version.ReleaseVersion;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A node as its Kubernetes API reports it. Immutable.
 *
 * @param address internal address; empty if the node has none yet
 * @param notReady why the node is not ready, without a full stop; empty if it is
 * @param pressures conditions such as {@code DiskPressure}
 * @param talos empty if the node does not run Talos
 */
public record NodeObservation(
        String name,
        boolean isControlPlane,
        Optional<String> address,
        Optional<String> notReady,
        boolean isCordoned,
        List<String> pressures,
        Optional<ReleaseVersion> talos,
        Optional<ReleaseVersion> kubernetes) {
    public NodeObservation {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(notReady, "notReady");
        pressures = List.copyOf(pressures);
        Objects.requireNonNull(talos, "talos");
        Objects.requireNonNull(kubernetes, "kubernetes");
    }
}
