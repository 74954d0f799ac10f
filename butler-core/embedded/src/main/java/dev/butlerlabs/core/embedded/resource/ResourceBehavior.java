package dev.butlerlabs.core.embedded.resource;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Properties of a resource type that determine how writes behave.
 *
 * @param status whether status is a subresource, and ignored in writes of the object itself
 * @param statusOnCreate whether a new object may contain a status
 * @param scale the paths of the scale subresource
 * @param finalizing whether the resource type has the finalize subresource
 * @param generation which changes increment the generation
 * @param unconditionalUpdate whether an update may omit the resource version
 * @param createOnUpdate whether an update of a missing object creates it
 * @param strategicMerge whether strategic merge patches are supported
 * @param showsDeleted whether a delete request returns the object instead of a Status
 * @param selectable the fields for field selectors, in addition to name and namespace, each with its path
 */
public record ResourceBehavior(
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

    /** Which changes increment {@code metadata.generation}. */
    public enum Generation {
        /** The resource type has no generation. */
        NONE,
        /** Changes outside metadata and status. */
        CONTENT,
        /** Changes outside metadata. */
        EVERYTHING
    }

    public ResourceBehavior {
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
