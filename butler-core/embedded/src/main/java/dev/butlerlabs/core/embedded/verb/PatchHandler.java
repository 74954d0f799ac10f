package dev.butlerlabs.core.embedded.verb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.http.ApiResponse;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.ObjectChange;
import dev.butlerlabs.core.embedded.registry.ObjectRegistry;
import dev.butlerlabs.core.embedded.registry.WriteResult;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.resource.Subresource;
import dev.butlerlabs.core.embedded.schema.FieldError;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.status.ApiStatusDetails;
import dev.butlerlabs.core.embedded.status.ApiStatusSubject;
import dev.butlerlabs.core.jsonpatch.PatchException;
import java.util.List;
import java.util.Optional;

/** Handles PATCH with a JSON patch, a merge patch or a strategic merge patch; see {@link ApplyHandler} for server-side apply. */
final class PatchHandler {
    private final ObjectRegistry registry;
    private final WriteHandler writing;
    private final ResponseRenderer presenter;

    PatchHandler(ObjectRegistry registry, WriteHandler writing, ResponseRenderer presenter) {
        this.registry = registry;
        this.writing = writing;
        this.presenter = presenter;
    }

    ApiResponse patch(ResourceRequest request) {
        PatchFormat language = PatchFormat.of(request);
        if (request.query().flag("force")) {
            throw RequestOptions.invalid(
                    "PatchOptions", FieldError.forbidden("force", "may not be specified for non-apply patch"));
        }
        JsonNode patch = language.read(request);
        ObjectChange change = writing.guarded(request, live -> patched(request, language, patch, live));
        WriteResult written = registry.update(request.place(), change, false, request.writeOptions());
        return request.subresource() == Subresource.SCALE
                ? ScaleSubresource.answer(presenter, request, written)
                : writing.written(request, written);
    }

    private static KubernetesObject patched(
            ResourceRequest request, PatchFormat language, JsonNode patch, Optional<KubernetesObject> live) {
        KubernetesObject object = live.orElseThrow();
        if (request.subresource() == Subresource.SCALE) {
            ObjectNode scale = ScaleSubresource.of(request.resource(), object);
            return ScaleSubresource.applied(request.resource(), object, apply(request, language, patch, scale));
        }
        ObjectNode result = apply(request, language, patch, object.tree());
        refuseMisread(request, result);
        refuseUnknown(request, result);
        ServedResource resource = request.resource();
        NameCheck.refuseOther(request, result);
        result.put("apiVersion", resource.apiVersion()).put("kind", resource.kind());
        resource.shape().applyDefaults(result);
        return new KubernetesObject(result);
    }

    private static ObjectNode apply(
            ResourceRequest request, PatchFormat language, JsonNode patch, ObjectNode document) {
        try {
            JsonNode result =
                    language.apply(document, patch, request.resource().shape().types());
            if (result instanceof ObjectNode object) {
                return object;
            }
            throw ApiException.badRequest("the patched object is not an object");
        } catch (PatchException e) {
            throw refusal(e);
        }
    }

    static ApiException refusal(PatchException e) {
        return switch (e.kind()) {
            case INVALID ->
                new ApiException(422, "Invalid", e.getMessage(), ApiStatusDetails.of(ApiStatusSubject.NONE));
            case BAD_REQUEST, TOO_LARGE, INTERNAL ->
                new ApiException(e.kind().status(), e.kind().reason(), e.getMessage(), ApiStatusDetails.ABSENT);
        };
    }

    private static void refuseMisread(ResourceRequest request, ObjectNode result) {
        DecodingErrorMessage.find(request.resource(), result).ifPresent(fault -> {
            throw ApiException.invalid(
                    ApiStatusSubject.NONE, List.of(FieldError.invalid("patch", result.toString(), fault)));
        });
    }

    private static void refuseUnknown(ResourceRequest request, ObjectNode result) {
        List<String> unknown = request.resource().shape().prune(result);
        FieldValidation.of(request.http())
                .judge(
                        request.http(),
                        unknown,
                        List.of(),
                        fault -> ApiException.invalid(
                                ApiStatusSubject.NONE, List.of(FieldError.invalid("patch", result.toString(), fault))));
    }
}
