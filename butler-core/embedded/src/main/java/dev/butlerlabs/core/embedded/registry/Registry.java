package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.resource.Catalog;
import dev.butlerlabs.core.embedded.resource.Resource;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.store.Entry;
import dev.butlerlabs.core.embedded.store.Range;
import dev.butlerlabs.core.embedded.store.RangeQuery;
import dev.butlerlabs.core.embedded.store.Store;
import java.time.Clock;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Reads and writes objects of all resource types. Thread-safe. */
public final class Registry {
    private final Store store;
    private final Catalog catalog;
    private final Creation creation;
    private final Update update;
    private final Deletion deletion;

    public Registry(Store store, Catalog catalog, Clock clock, RandomGenerator random) {
        this.store = store;
        this.catalog = catalog;
        Commits commits = new Commits(store, catalog);
        Namespaces namespaces = new Namespaces(store, catalog);
        this.creation = new Creation(commits, namespaces, clock, random);
        this.deletion = new Deletion(commits, clock);
        this.update = new Update(commits, creation, deletion, clock);
        loadDefinitions();
    }

    private void loadDefinitions() {
        store.range(RangeQuery.all(catalog.definitions().prefix()))
                .entries()
                .forEach(entry -> catalog.define(KubernetesObject.parse(entry.value())));
    }

    public Catalog catalog() {
        return catalog;
    }

    public Store store() {
        return store;
    }

    /** Returns the stored object; empty if it does not exist. */
    public Optional<Entry> find(Place place) {
        return store.get(place.key());
    }

    /** Returns the stored object; throws the NotFound error for the client if it does not exist. */
    public Entry get(Place place) {
        return find(place).orElseThrow(() -> ApiException.notFound(place.subject()));
    }

    public Range range(RangeQuery query) {
        return store.range(query);
    }

    /** Creates an object; throws {@link ApiException} if it is invalid or already exists. */
    public Written create(Resource resource, String namespace, KubernetesObject object, WriteOptions options) {
        return creation.create(resource, namespace, object, options);
    }

    /** Updates an existing object. Creates it if the resource type allows create on update, or if the change may create it. */
    public Written update(Place place, Change change, boolean mayCreate, WriteOptions options) {
        return update.update(place, change, mayCreate, options);
    }

    /** Deletes an object, or marks it for deletion if it has finalizers; throws {@link ApiException} if a precondition fails. */
    public Written delete(Place place, DeleteOptions options) {
        return deletion.delete(place, options);
    }
}
