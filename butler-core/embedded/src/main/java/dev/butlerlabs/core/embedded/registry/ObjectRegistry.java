package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.resource.ResourceCatalog;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.store.RangeQuery;
import dev.butlerlabs.core.embedded.store.RangeResult;
import dev.butlerlabs.core.embedded.store.Store;
import dev.butlerlabs.core.embedded.store.StoreEntry;
import java.time.Clock;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Reads and writes objects of all resource types. Thread-safe. */
public final class ObjectRegistry {
    private final Store store;
    private final ResourceCatalog catalog;
    private final ObjectCreator creation;
    private final ObjectUpdater update;
    private final ObjectDeleter deletion;

    public ObjectRegistry(Store store, ResourceCatalog catalog, Clock clock, RandomGenerator random) {
        this.store = store;
        this.catalog = catalog;
        StoreWriter commits = new StoreWriter(store, catalog);
        NamespaceCheck namespaces = new NamespaceCheck(store, catalog);
        this.creation = new ObjectCreator(commits, namespaces, clock, random);
        this.deletion = new ObjectDeleter(commits, clock);
        this.update = new ObjectUpdater(commits, creation, deletion, clock);
        loadDefinitions();
    }

    private void loadDefinitions() {
        store.range(RangeQuery.all(catalog.definitions().prefix()))
                .entries()
                .forEach(entry -> catalog.define(KubernetesObject.parse(entry.value())));
    }

    public ResourceCatalog catalog() {
        return catalog;
    }

    public Store store() {
        return store;
    }

    /** Returns the stored object; empty if it does not exist. */
    public Optional<StoreEntry> find(ObjectKey place) {
        return store.get(place.key());
    }

    /** Returns the stored object; throws the NotFound error for the client if it does not exist. */
    public StoreEntry get(ObjectKey place) {
        return find(place).orElseThrow(() -> ApiException.notFound(place.subject()));
    }

    public RangeResult range(RangeQuery query) {
        return store.range(query);
    }

    /** Creates an object; throws {@link ApiException} if it is invalid or already exists. */
    public WriteResult create(
            ServedResource resource, String namespace, KubernetesObject object, WriteOptions options) {
        return creation.create(resource, namespace, object, options);
    }

    /** Updates an existing object. Creates it if the resource type allows create on update, or if the change may create it. */
    public WriteResult update(ObjectKey place, ObjectChange change, boolean mayCreate, WriteOptions options) {
        return update.update(place, change, mayCreate, options);
    }

    /** Deletes an object, or marks it for deletion if it has finalizers; throws {@link ApiException} if a precondition fails. */
    public WriteResult delete(ObjectKey place, DeleteOptions options) {
        return deletion.delete(place, options);
    }
}
