package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.json.StoredForm;
import dev.butlerlabs.core.embedded.resource.Catalog;
import dev.butlerlabs.core.embedded.resource.Resource;
import dev.butlerlabs.core.embedded.store.Entry;
import dev.butlerlabs.core.embedded.store.Store;
import java.util.Optional;

/** The one door to the store for writes. Definitions take effect before their writer hears back. */
final class Commits {
    private final Store store;
    private final Catalog catalog;

    Commits(Store store, Catalog catalog) {
        this.store = store;
        this.catalog = catalog;
    }

    Optional<Entry> get(Place place) {
        return store.get(place.key());
    }

    KubernetesObject create(Place place, KubernetesObject object) {
        Entry entry = store.create(place.key(), form(place.resource(), object)::at);
        announce(place, object);
        return stamped(object, entry);
    }

    KubernetesObject replace(Place place, long expected, KubernetesObject object) {
        Entry entry = store.replace(place.key(), expected, form(place.resource(), object)::at);
        announce(place, object);
        return stamped(object, entry);
    }

    KubernetesObject delete(Place place, long expected, KubernetesObject last) {
        Entry tombstone = store.delete(place.key(), expected, form(place.resource(), last)::at);
        if (isDefinition(place)) {
            catalog.forget(place.name());
        }
        return stamped(last, tombstone);
    }

    private static StoredForm form(Resource resource, KubernetesObject object) {
        if (object.apiVersion().equals(resource.storage().apiVersion())) {
            return StoredForm.of(object);
        }
        KubernetesObject stored = object.copy();
        stored.tree().put("apiVersion", resource.storage().apiVersion());
        return StoredForm.of(stored);
    }

    private void announce(Place place, KubernetesObject object) {
        if (isDefinition(place)) {
            catalog.define(object);
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
