package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.resource.ResourceCatalog;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.status.ApiStatusCause;
import dev.butlerlabs.core.embedded.store.Store;
import dev.butlerlabs.core.embedded.store.StoreEntry;
import java.util.List;
import java.util.Optional;

/** Allows the creation of objects only in namespaces that exist and are not terminating. */
final class NamespaceCheck {
    private final Store store;
    private final ResourceCatalog catalog;

    NamespaceCheck(Store store, ResourceCatalog catalog) {
        this.store = store;
        this.catalog = catalog;
    }

    void requireOpen(ObjectKey place) {
        if (!place.resource().namespaced()) {
            return;
        }
        ObjectKey namespace = new ObjectKey(catalog.namespaces(), "", place.namespace());
        Optional<StoreEntry> entry = store.get(namespace.key());
        KubernetesObject found =
                KubernetesObject.parse(entry.orElseThrow(() -> ApiException.notFound(namespace.subject()))
                        .value());
        if (found.isBeingDeleted()) {
            throw terminating(place);
        }
    }

    private static ApiException terminating(ObjectKey place) {
        String namespace = place.namespace();
        return ApiException.forbidden(
                        place.subject(),
                        "unable to create new content in namespace " + namespace + " because it is being terminated")
                .withCauses(List.of(new ApiStatusCause(
                        "NamespaceTerminating",
                        "namespace " + namespace + " is being terminated",
                        "metadata.namespace")));
    }
}
