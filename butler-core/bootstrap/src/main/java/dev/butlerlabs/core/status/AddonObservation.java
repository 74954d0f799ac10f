package dev.butlerlabs.core.status;

import java.util.Objects;
import java.util.Optional;

/**
 * An addon of the management cluster. Immutable.
 *
 * @param deployed the installed version; empty if it is not installed, or if its installation records no version
 * @param target the requested version
 * @param missing what is not ready, without a full stop; empty if the addon is ready
 * @param isFailed whether the controllers do not retry without a change
 */
public record AddonObservation(
        String name, Optional<String> deployed, String target, Optional<String> missing, boolean isFailed) {
    public AddonObservation {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(deployed, "deployed");
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(missing, "missing");
    }
}
