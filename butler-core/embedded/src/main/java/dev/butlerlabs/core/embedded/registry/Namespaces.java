package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.resource.Catalog;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.status.Cause;
import dev.butlerlabs.core.embedded.store.Entry;
import dev.butlerlabs.core.embedded.store.Store;
import java.util.List;
import java.util.Optional;

/** Allows the creation of objects only in namespaces that exist and are not terminating. */
final class Namespaces {
    private final Store store;
    private final Catalog catalog;

    Namespaces(Store store, Catalog catalog) {
        this.store = store;
        this.catalog = catalog;
    }

    void requireOpen(Place place) {
        if (!place.resource().namespaced()) {
            return;
        }
        Place namespace = new Place(catalog.namespaces(), "", place.namespace());
        Optional<Entry> entry = store.get(namespace.key());
        KubernetesObject found =
                KubernetesObject.parse(entry.orElseThrow(() -> ApiException.notFound(namespace.subject()))
                        .value());
        if (found.isBeingDeleted()) {
            throw terminating(place);
        }
    }

    private static ApiException terminating(Place place) {
        String namespace = place.namespace();
        return ApiException.forbidden(
                        place.subject(),
                        "unable to create new content in namespace " + namespace + " because it is being terminated")
                .withCauses(List.of(new Cause(
                        "NamespaceTerminating",
                        "namespace " + namespace + " is being terminated",
                        "metadata.namespace")));
    }
}
