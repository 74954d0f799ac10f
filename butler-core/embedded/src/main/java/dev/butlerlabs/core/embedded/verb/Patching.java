package dev.butlerlabs.core.embedded.verb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.http.Answer;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.Change;
import dev.butlerlabs.core.embedded.registry.Registry;
import dev.butlerlabs.core.embedded.registry.Written;
import dev.butlerlabs.core.embedded.resource.Resource;
import dev.butlerlabs.core.embedded.resource.Subresource;
import dev.butlerlabs.core.embedded.schema.FieldError;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.status.Details;
import dev.butlerlabs.core.embedded.status.Subject;
import dev.butlerlabs.core.jsonpatch.PatchException;
import java.util.List;
import java.util.Optional;

/** Handles PATCH with a JSON patch, a merge patch or a strategic merge patch; see {@link Applying} for server-side apply. */
final class Patching {
    private final Registry registry;
    private final Writing writing;
    private final Presenter presenter;

    Patching(Registry registry, Writing writing, Presenter presenter) {
        this.registry = registry;
        this.writing = writing;
        this.presenter = presenter;
    }

    Answer patch(ResourceRequest request) {
        PatchLanguage language = PatchLanguage.of(request);
        if (request.query().flag("force")) {
            throw Options.invalid(
                    "PatchOptions", FieldError.forbidden("force", "may not be specified for non-apply patch"));
        }
        JsonNode patch = language.read(request);
        Change change = live -> patched(request, language, patch, live);
        Written written = registry.update(request.place(), change, false, request.writeOptions());
        return request.subresource() == Subresource.SCALE
                ? Scale.answer(presenter, request, written)
                : writing.written(request, written);
    }

    private static KubernetesObject patched(
            ResourceRequest request, PatchLanguage language, JsonNode patch, Optional<KubernetesObject> live) {
        KubernetesObject object = live.orElseThrow();
        if (request.subresource() == Subresource.SCALE) {
            ObjectNode scale = Scale.of(request.resource(), object);
            return Scale.applied(request.resource(), object, apply(request, language, patch, scale));
        }
        ObjectNode result = apply(request, language, patch, object.tree());
        refuseMisread(request, result);
        refuseUnknown(request, result);
        Resource resource = request.resource();
        Names.refuseOther(request, result);
        result.put("apiVersion", resource.apiVersion()).put("kind", resource.kind());
        resource.shape().applyDefaults(result);
        return new KubernetesObject(result);
    }

    private static ObjectNode apply(
            ResourceRequest request, PatchLanguage language, JsonNode patch, ObjectNode document) {
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
            case INVALID -> new ApiException(422, "Invalid", e.getMessage(), Details.of(Subject.NONE));
            case BAD_REQUEST, TOO_LARGE, INTERNAL ->
                new ApiException(e.kind().status(), e.kind().reason(), e.getMessage(), Details.ABSENT);
        };
    }

    private static void refuseMisread(ResourceRequest request, ObjectNode result) {
        Misread.find(request.resource(), result).ifPresent(fault -> {
            throw ApiException.invalid(Subject.NONE, List.of(FieldError.invalid("patch", result.toString(), fault)));
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
                                Subject.NONE, List.of(FieldError.invalid("patch", result.toString(), fault))));
    }
}
