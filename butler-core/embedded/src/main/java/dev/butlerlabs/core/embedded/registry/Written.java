package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import java.util.Objects;

/**
 * An object after a write.
 *
 * @param object as it now is, at the version it was asked for
 * @param outcome what the write did
 */
public record Written(KubernetesObject object, Outcome outcome) {
    /** What a write can come to. */
    public enum Outcome {
        CREATED,
        UPDATED,
        DELETED
    }

    public Written {
        Objects.requireNonNull(object, "object");
        Objects.requireNonNull(outcome, "outcome");
    }
}
