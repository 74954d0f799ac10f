package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import java.util.Objects;

/**
 * The result of a write.
 *
 * @param object the object after the write, in the requested version
 * @param outcome the effect of the write
 */
public record WriteResult(KubernetesObject object, Outcome outcome) {
    /** The effect of a write. */
    public enum Outcome {
        CREATED,
        UPDATED,
        DELETED
    }

    public WriteResult {
        Objects.requireNonNull(object, "object");
        Objects.requireNonNull(outcome, "outcome");
    }
}
