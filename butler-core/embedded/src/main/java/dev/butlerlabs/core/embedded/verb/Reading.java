package dev.butlerlabs.core.embedded.verb;

import dev.butlerlabs.core.embedded.http.Answer;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.Registry;
import dev.butlerlabs.core.embedded.registry.Views;
import dev.butlerlabs.core.embedded.resource.Subresource;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.store.Entry;

/** Handles GET of an object. */
final class Reading {
    private final Registry registry;
    private final Presenter presenter;

    Reading(Registry registry, Presenter presenter) {
        this.registry = registry;
        this.presenter = presenter;
    }

    Answer get(ResourceRequest request) {
        long version = ListOptions.versionOrFail(request.query());
        long current = registry.store().revision();
        if (Long.compareUnsigned(version, current) > 0) {
            throw ApiException.futureVersion(version, current);
        }
        Entry entry = registry.get(request.place());
        if (request.subresource() == Subresource.SCALE) {
            KubernetesObject object = Views.object(request.resource(), entry.value());
            return presenter.tree(request, 200, Scale.of(request.resource(), object));
        }
        return presenter.stored(request, entry.value());
    }
}
