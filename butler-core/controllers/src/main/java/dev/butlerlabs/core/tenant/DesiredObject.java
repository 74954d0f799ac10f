package dev.butlerlabs.core.tenant;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;

/**
 * An object to apply with the hash of its content, which takes longer to compute than all comparisons.
 *
 * @param object the object, which must not be changed any more
 */
record DesiredObject<T extends HasMetadata>(T object, String hash) {
    DesiredObject {
        Objects.requireNonNull(object, "object");
        Objects.requireNonNull(hash, "hash");
    }
}
