package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.UndecodableObject;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The objects in the cache of a watch, so that reconciliations need not list them. The cache may lag behind the reconciliation's own
 * writes. Empty before a host runs the reconciliation. Thread-safe.
 */
public final class WatchedObjectCache<T extends HasMetadata> {
    private volatile Function<HasMetadata, Collection<T>> watched = object -> List.of();
    private volatile Function<ObjectName, Optional<T>> byName = name -> Optional.empty();
    private volatile Supplier<List<T>> everything = List::of;
    private volatile boolean isWatched;

    /** Returns the cached objects related to a reconciled object. */
    public List<T> concerning(HasMetadata reconciled) {
        return List.copyOf(watched.apply(reconciled));
    }

    /** Returns a cached object; empty also if the watch was not started or does not select the object. It is shared and must not be changed. */
    public Optional<T> find(ObjectName name) {
        return byName.apply(name);
    }

    /**
     * Returns an object from the cache, or reads it from the API server if the watch was not started or the cached object cannot be decoded.
     *
     * @param read reads the object
     */
    public Optional<T> findOrRead(ObjectName name, Supplier<Optional<T>> read) {
        Optional<T> found = find(name);
        boolean isDecodable =
                found.filter(object -> UndecodableObject.of(object).isPresent()).isEmpty();
        return isWatched && isDecodable ? found : read.get();
    }

    /**
     * Returns all objects in the cache, or reads them from the API server if the watch was not started. Objects that cannot be decoded are included.
     *
     * @param read reads the objects
     */
    public List<T> listOrRead(Supplier<List<T>> read) {
        return isWatched ? everything.get() : read.get();
    }

    /** Returns whether the watch was started. Until then changes are not reported. */
    public boolean isWatched() {
        return isWatched;
    }

    /** Sets the function that returns the cached objects; the host sets it when it starts the watch. */
    public void from(Function<HasMetadata, Collection<T>> source) {
        from(source, name -> Optional.empty());
    }

    /** Sets the functions that return the cached objects of a reconciled object, and one by name. */
    public void from(Function<HasMetadata, Collection<T>> source, Function<ObjectName, Optional<T>> lookup) {
        from(source, lookup, List::of);
    }

    /** Sets the functions that return the cached objects of a reconciled object, one by name, and all. */
    public void from(
            Function<HasMetadata, Collection<T>> source,
            Function<ObjectName, Optional<T>> lookup,
            Supplier<List<T>> all) {
        watched = source;
        byName = lookup;
        everything = all;
        isWatched = true;
    }

    /** Forgets the watch; the host calls this when the API does not serve the resource type. */
    void clear() {
        isWatched = false;
        watched = object -> List.of();
        byName = name -> Optional.empty();
        everything = List::of;
    }
}
