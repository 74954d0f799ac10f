package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import java.util.Optional;

/** Makes the wanted object out of the live one; called again when somebody else wrote meanwhile. */
@FunctionalInterface
public interface Change {
    /** The live object must not be changed; it is empty where a change may create. */
    KubernetesObject apply(Optional<KubernetesObject> live);
}
