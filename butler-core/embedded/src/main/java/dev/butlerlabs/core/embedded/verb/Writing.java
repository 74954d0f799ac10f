package dev.butlerlabs.core.embedded.verb;

import dev.butlerlabs.core.embedded.http.Answer;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.Change;
import dev.butlerlabs.core.embedded.registry.Registry;
import dev.butlerlabs.core.embedded.registry.Written;
import dev.butlerlabs.core.embedded.resource.Resource;
import dev.butlerlabs.core.embedded.resource.Subresource;
import dev.butlerlabs.core.embedded.status.ApiException;
import java.util.Optional;

/** Handles POST and PUT. */
final class Writing {
    private final Registry registry;
    private final Presenter presenter;

    Writing(Registry registry, Presenter presenter) {
        this.registry = registry;
        this.presenter = presenter;
    }

    Answer create(ResourceRequest request) {
        Resource resource = request.resource();
        if (resource.namespaced() && request.namespace().isEmpty()) {
            throw resource.isCustom()
                    ? ApiException.badRequest("an empty namespace may not be set during creation")
                    : ApiException.methodNotAllowed();
        }
        KubernetesObject object = Decoder.object(request);
        Optional<KubernetesObject> review = resource.strategy().review(object);
        if (review.isPresent()) {
            return presenter.object(request, 201, review.get());
        }
        Written written = registry.create(resource, request.namespace(), object, request.writeOptions());
        return presenter.object(request, 201, written.object());
    }

    Answer replace(ResourceRequest request) {
        if (request.subresource() == Subresource.SCALE) {
            return Scale.answer(
                    presenter,
                    request,
                    registry.update(request.place(), Scale.replacement(request), false, request.writeOptions()));
        }
        KubernetesObject object = Decoder.object(request);
        Names.refuseOther(request, object.tree());
        boolean mayCreate =
                request.resource().behaviour().createOnUpdate() && request.subresource() == Subresource.NONE;
        Change change = live -> replacement(request, object, live);
        return written(request, registry.update(request.place(), change, mayCreate, request.writeOptions()));
    }

    /** A body with a uid applies only to the object with that uid. */
    private static KubernetesObject replacement(
            ResourceRequest request, KubernetesObject object, Optional<KubernetesObject> live) {
        String found = live.map(KubernetesObject::uid).orElse("");
        if (!object.uid().isEmpty() && !object.uid().equals(found)) {
            throw ApiException.conflict(
                    request.place().subject(),
                    "Precondition failed: UID in precondition: %s, UID in object meta: %s"
                            .formatted(object.uid(), found));
        }
        return object.copy();
    }

    Answer written(ResourceRequest request, Written written) {
        int status = written.outcome() == Written.Outcome.CREATED ? 201 : 200;
        return presenter.object(request, status, written.object());
    }
}
