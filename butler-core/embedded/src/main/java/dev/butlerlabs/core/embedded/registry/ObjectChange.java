package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import java.util.Optional;

/** Computes the new object from the live one; called again after a conflicting write. */
@FunctionalInterface
public interface ObjectChange {
    /** Returns the new object. Must not modify the live object, which is empty if the change may create it. */
    KubernetesObject apply(Optional<KubernetesObject> live);
}
