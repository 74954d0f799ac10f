package dev.butlerlabs.core.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * What a watch has heard of, so that reconciliations need not list: it may be a moment behind what they wrote themselves. Knows nothing
 * before a host runs the reconciliation.
 */
public final class Known<T extends HasMetadata> {
    private volatile Function<HasMetadata, Collection<T>> watched = object -> List.of();

    /** The objects that concern a reconciled one. */
    public List<T> concerning(HasMetadata reconciled) {
        return List.copyOf(watched.apply(reconciled));
    }

    void from(Function<HasMetadata, Collection<T>> source) {
        watched = source;
    }
}
