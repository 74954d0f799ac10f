package dev.butlerlabs.core.embedded.resource;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How writes to a kind behave.
 *
 * @param status whether status is written through a path of its own, and ignored elsewhere
 * @param statusOnCreate whether a new object may bring its status along
 * @param scale where the numbers of the scale subresource live
 * @param finalizing whether the kind has the finalize subresource
 * @param generation what counts as a new generation
 * @param unconditionalUpdate whether a replacement may leave the resource version out
 * @param createOnUpdate whether replacing an absent object creates it
 * @param strategicMerge whether strategic merge patches are understood
 * @param showsDeleted whether deleting answers with the object rather than with a Status
 * @param selectable the fields a field selector may name, beside name and namespace, each with the path it reads
 */
public record Behaviour(
        boolean status,
        boolean statusOnCreate,
        Optional<ScalePaths> scale,
        boolean finalizing,
        Generation generation,
        boolean unconditionalUpdate,
        boolean createOnUpdate,
        boolean strategicMerge,
        boolean showsDeleted,
        Map<String, String> selectable) {

    /** What makes {@code metadata.generation} grow. */
    public enum Generation {
        /** The kind has no generation. */
        NONE,
        /** A change outside metadata and status. */
        CONTENT,
        /** A change outside metadata. */
        EVERYTHING
    }

    public Behaviour {
        Objects.requireNonNull(scale, "scale");
        Objects.requireNonNull(generation, "generation");
        selectable = Map.copyOf(selectable);
    }

    public boolean offers(Subresource subresource) {
        return switch (subresource) {
            case NONE -> true;
            case STATUS -> status;
            case SCALE -> scale.isPresent();
            case FINALIZE -> finalizing;
        };
    }
}
