package dev.butlerlabs.core.embedded.verb;

import dev.butlerlabs.core.embedded.http.ApiResponse;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.rbac.EscalationGuard;
import dev.butlerlabs.core.embedded.rbac.RequestAttributes;
import dev.butlerlabs.core.embedded.registry.ObjectChange;
import dev.butlerlabs.core.embedded.registry.ObjectRegistry;
import dev.butlerlabs.core.embedded.registry.WriteResult;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.resource.Subresource;
import dev.butlerlabs.core.embedded.status.ApiException;
import java.util.Optional;

/** Handles POST and PUT. */
final class WriteHandler {
    private final ObjectRegistry registry;
    private final ResponseRenderer presenter;
    private final AccessReviewHandler reviews;
    private final EscalationGuard escalation;

    WriteHandler(
            ObjectRegistry registry,
            ResponseRenderer presenter,
            AccessReviewHandler reviews,
            EscalationGuard escalation) {
        this.registry = registry;
        this.presenter = presenter;
        this.reviews = reviews;
        this.escalation = escalation;
    }

    ApiResponse create(ResourceRequest request) {
        ServedResource resource = request.resource();
        if (resource.namespaced() && request.namespace().isEmpty()) {
            throw resource.isCustom()
                    ? ApiException.badRequest("an empty namespace may not be set during creation")
                    : ApiException.methodNotAllowed();
        }
        KubernetesObject object = RequestBodyDecoder.object(request);
        if (AccessReviewHandler.isReview(resource)) {
            return presenter.object(request, 201, reviews.answer(object, request));
        }
        refuseEscalation(request, Optional.empty(), object);
        WriteResult written = registry.create(resource, request.namespace(), object, request.writeOptions());
        return presenter.object(request, 201, written.object());
    }

    ApiResponse replace(ResourceRequest request) {
        if (request.subresource() == Subresource.SCALE) {
            return ScaleSubresource.answer(
                    presenter,
                    request,
                    registry.update(
                            request.place(), ScaleSubresource.replacement(request), false, request.writeOptions()));
        }
        KubernetesObject object = RequestBodyDecoder.object(request);
        NameCheck.refuseOther(request, object.tree());
        boolean mayCreate =
                request.resource().behaviour().createOnUpdate() && request.subresource() == Subresource.NONE;
        ObjectChange change = guarded(request, live -> replacement(request, object, live));
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

    /** Returns the change with a check that the user does not grant more than it has. */
    ObjectChange guarded(ResourceRequest request, ObjectChange change) {
        return live -> {
            KubernetesObject changed = change.apply(live);
            refuseEscalation(request, live, changed);
            return changed;
        };
    }

    private void refuseEscalation(ResourceRequest request, Optional<KubernetesObject> live, KubernetesObject object) {
        escalation.check(request.http().user(), RequestAttributes.of(request.http()), request.resource(), live, object);
    }

    ApiResponse written(ResourceRequest request, WriteResult written) {
        int status = written.outcome() == WriteResult.Outcome.CREATED ? 201 : 200;
        return presenter.object(request, status, written.object());
    }
}
