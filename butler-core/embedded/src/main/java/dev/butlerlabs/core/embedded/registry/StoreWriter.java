package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.json.StoredObjectEncoder;
import dev.butlerlabs.core.embedded.resource.ResourceCatalog;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.store.Store;
import dev.butlerlabs.core.embedded.store.StoreClosedException;
import dev.butlerlabs.core.embedded.store.StoreEntry;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Writes objects to the store; all writes go through this class. A changed CRD is served before the write returns. */
final class StoreWriter {
    /** The default request size limit of etcd. */
    private static final int MAX_OBJECT_BYTES = 3 * 512 * 1024;

    private final Store store;
    private final ResourceCatalog catalog;
    private final ReentrantLock announcing = new ReentrantLock();

    StoreWriter(Store store, ResourceCatalog catalog) {
        this.store = store;
        this.catalog = catalog;
    }

    Optional<StoreEntry> get(ObjectKey place) {
        return store.get(place.key());
    }

    KubernetesObject create(ObjectKey place, KubernetesObject object) {
        StoreEntry entry = written(() -> store.create(place.key(), sized(place, object)::at));
        announce(place);
        return written(place, object, entry);
    }

    KubernetesObject replace(ObjectKey place, long expected, KubernetesObject object) {
        StoreEntry entry = written(() -> store.replace(place.key(), expected, sized(place, object)::at));
        announce(place);
        return written(place, object, entry);
    }

    /** Returns a written object as a read would return it: one that is stored in another version may have lost fields. */
    private static KubernetesObject written(ObjectKey place, KubernetesObject object, StoreEntry entry) {
        ServedResource resource = place.resource();
        return resource.isCustom() && !resource.groupVersion().equals(resource.storage())
                ? StoredObjectViews.object(resource, entry.value())
                : stamped(object, entry);
    }

    /** Writes to the store. A request that arrives during the shutdown of the server is rejected and not reported as an error. */
    private static StoreEntry written(Supplier<StoreEntry> write) {
        try {
            return write.get();
        } catch (StoreClosedException _) {
            throw ApiException.unavailable("the server is shutting down");
        }
    }

    /** Rejects objects that exceed the limit of etcd; a patch can let an object grow beyond the limit for request bodies. */
    private static StoredObjectEncoder sized(ObjectKey place, KubernetesObject object) {
        StoredObjectEncoder form = StoredObjectViews.stored(place.resource(), object);
        if (form.size() + place.key().length() > MAX_OBJECT_BYTES) {
            throw ApiException.storeRefused("etcdserver: request is too large");
        }
        return form;
    }

    KubernetesObject delete(ObjectKey place, long expected, KubernetesObject last) {
        StoreEntry tombstone = written(
                () -> store.delete(place.key(), expected, StoredObjectViews.stored(place.resource(), last)::at));
        announce(place);
        return stamped(last, tombstone);
    }

    /**
     * Updates the served resource types from what the store contains now, because a delayed writer must not restore a CRD that was deleted
     * meanwhile.
     */
    private void announce(ObjectKey place) {
        if (isDefinition(place)) {
            announcing.lock();
            try {
                store.get(place.key())
                        .ifPresentOrElse(
                                entry -> catalog.define(KubernetesObject.parse(entry.value())),
                                () -> catalog.forget(place.name()));
            } finally {
                announcing.unlock();
            }
        }
    }

    private boolean isDefinition(ObjectKey place) {
        return place.resource().plural().equals(ResourceCatalog.DEFINITIONS)
                && place.resource().group().equals(catalog.definitions().group());
    }

    private static KubernetesObject stamped(KubernetesObject object, StoreEntry entry) {
        object.put("resourceVersion", Long.toString(entry.revision()));
        return object;
    }
}
