package dev.butlerlabs.core.gitops;

import java.util.List;

/**
 * The progress of a removal.
 *
 * @param isFinished whether all objects are gone
 * @param deleted the objects that this call deleted
 */
public record FluxRemoval(boolean isFinished, List<FluxObjectChange> deleted) {
    public FluxRemoval {
        deleted = List.copyOf(deleted);
    }
}
