package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.json.StoredForm;
import dev.butlerlabs.core.embedded.resource.Catalog;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.store.Entry;
import dev.butlerlabs.core.embedded.store.Store;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** The one door to the store for writes. Definitions take effect before their writer hears back. */
final class Commits {
    /** The default limit of etcd for one request. */
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

    /** The body of a request has a limit of its own; patches can make an object grow beyond what etcd would take. */
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

    /** By what the store holds now: a writer that is late to announce must not bring back what was deleted meanwhile. */
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
