package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.json.StoredForm;
import dev.butlerlabs.core.embedded.resource.Catalog;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.store.Entry;
import dev.butlerlabs.core.embedded.store.Store;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** Writes objects to the store; all writes go through this class. A changed CRD is served before the write returns. */
final class Commits {
    /** The default request size limit of etcd. */
    private static final int MAX_OBJECT_BYTES = 3 * 512 * 1024;

    private final Store store;
    private final Catalog catalog;
    private final ReentrantLock announcing = new ReentrantLock();

    Commits(Store store, Catalog catalog) {
        this.store = store;
        this.catalog = catalog;
    }

    Optional<Entry> get(Place place) {
        return store.get(place.key());
    }

    KubernetesObject create(Place place, KubernetesObject object) {
        Entry entry = store.create(place.key(), sized(place, object)::at);
        announce(place);
        return stamped(object, entry);
    }

    KubernetesObject replace(Place place, long expected, KubernetesObject object) {
        Entry entry = store.replace(place.key(), expected, sized(place, object)::at);
        announce(place);
        return stamped(object, entry);
    }

    /** Rejects objects that exceed the limit of etcd; a patch can let an object grow beyond the limit for request bodies. */
    private static StoredForm sized(Place place, KubernetesObject object) {
        StoredForm form = Views.stored(place.resource(), object);
        if (form.size() + place.key().length() > MAX_OBJECT_BYTES) {
            throw ApiException.storeRefused("etcdserver: request is too large");
        }
        return form;
    }

    KubernetesObject delete(Place place, long expected, KubernetesObject last) {
        Entry tombstone = store.delete(place.key(), expected, Views.stored(place.resource(), last)::at);
        announce(place);
        return stamped(last, tombstone);
    }

    /**
     * Updates the served resource types from what the store contains now, because a delayed writer must not restore a CRD that was deleted
     * meanwhile.
     */
    private void announce(Place place) {
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

    private boolean isDefinition(Place place) {
        return place.resource().plural().equals(Catalog.DEFINITIONS)
                && place.resource().group().equals(catalog.definitions().group());
    }

    private static KubernetesObject stamped(KubernetesObject object, Entry entry) {
        object.put("resourceVersion", Long.toString(entry.revision()));
        return object;
    }
}
