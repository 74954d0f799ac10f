package dev.butlerlabs.core.embedded.verb;

import dev.butlerlabs.core.embedded.http.ApiResponse;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.ObjectRegistry;
import dev.butlerlabs.core.embedded.registry.StoredObjectViews;
import dev.butlerlabs.core.embedded.resource.Subresource;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.store.StoreEntry;

/** Handles GET of an object. */
final class ReadHandler {
    private final ObjectRegistry registry;
    private final ResponseRenderer presenter;

    ReadHandler(ObjectRegistry registry, ResponseRenderer presenter) {
        this.registry = registry;
        this.presenter = presenter;
    }

    ApiResponse get(ResourceRequest request) {
        long version = ListOptions.versionOrFail(request.query());
        long current = registry.store().revision();
        if (Long.compareUnsigned(version, current) > 0) {
            throw ApiException.futureVersion(version, current);
        }
        StoreEntry entry = registry.get(request.place());
        if (request.subresource() == Subresource.SCALE) {
            KubernetesObject object = StoredObjectViews.object(request.resource(), entry.value());
            return presenter.tree(request, 200, ScaleSubresource.of(request.resource(), object));
        }
        return presenter.stored(request, entry.value());
    }
}
