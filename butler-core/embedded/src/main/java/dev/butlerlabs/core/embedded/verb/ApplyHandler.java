package dev.butlerlabs.core.embedded.verb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.http.ApiResponse;
import dev.butlerlabs.core.embedded.json.BodyFormat;
import dev.butlerlabs.core.embedded.json.DecodedBody;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.patch.ApplyOptions;
import dev.butlerlabs.core.embedded.patch.ResetFields;
import dev.butlerlabs.core.embedded.patch.ServerSideApplyPatch;
import dev.butlerlabs.core.embedded.patch.ServerSideApplyResult;
import dev.butlerlabs.core.embedded.registry.ObjectChange;
import dev.butlerlabs.core.embedded.registry.ObjectRegistry;
import dev.butlerlabs.core.embedded.registry.WriteOptions;
import dev.butlerlabs.core.embedded.registry.WriteResult;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.resource.Subresource;
import dev.butlerlabs.core.embedded.schema.FieldError;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.status.ApiStatusCause;
import dev.butlerlabs.core.embedded.status.ApiStatusDetails;
import dev.butlerlabs.core.embedded.status.ApiStatusSubject;
import dev.butlerlabs.core.jsonpatch.PatchException;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Handles server-side apply (PATCH); creates the object if it does not exist. */
final class ApplyHandler {
    private final ObjectRegistry registry;
    private final WriteHandler writing;
    private final ResponseRenderer presenter;
    private final Clock clock;

    ApplyHandler(ObjectRegistry registry, WriteHandler writing, ResponseRenderer presenter, Clock clock) {
        this.registry = registry;
        this.writing = writing;
        this.presenter = presenter;
        this.clock = clock;
    }

    ApiResponse apply(ResourceRequest request) {
        if (request.query().text("fieldManager").isEmpty()) {
            throw RequestOptions.invalid(
                    "PatchOptions", FieldError.required("fieldManager", "is required for apply patch"));
        }
        ObjectNode applied = read(request);
        WriteOptions options =
                new WriteOptions(RequestOptions.dryRun(request.query()), Optional.empty(), request.subresource());
        boolean mayCreate = request.subresource() == Subresource.NONE;
        ObjectChange change = writing.guarded(request, live -> merged(request, applied, live));
        WriteResult written = registry.update(request.place(), change, mayCreate, options);
        return request.subresource() == Subresource.SCALE
                ? ScaleSubresource.answer(presenter, request, written)
                : writing.written(request, written);
    }

    private static ObjectNode read(ResourceRequest request) {
        try {
            DecodedBody body = BodyFormat.YAML.read(request.http().body().read());
            if (!(body.tree() instanceof ObjectNode applied)) {
                throw ApiException.badRequest("error decoding YAML: the document is not an object");
            }
            FieldValidation.of(request.http())
                    .judge(
                            request.http(),
                            List.of(),
                            body.duplicates(),
                            fault -> ApiException.badRequest("error decoding YAML: " + alreadySet(body.duplicates())));
            refuseOthers(request, applied);
            return applied;
        } catch (IOException e) {
            throw ApiException.badRequest("error decoding YAML: " + e.getMessage());
        }
    }

    private static String alreadySet(List<String> duplicates) {
        return duplicates.stream()
                .map(path -> "key \"" + path.substring(path.lastIndexOf('.') + 1) + "\" already set in map")
                .collect(Collectors.joining(", "));
    }

    private static void refuseOthers(ResourceRequest request, ObjectNode applied) {
        KubernetesObject object = new KubernetesObject(applied);
        if (object.metadata().has("managedFields")
                && !object.metadata().path("managedFields").isEmpty()) {
            throw ApiException.badRequest("metadata.managedFields must be nil");
        }
        if (request.subresource() == Subresource.SCALE) {
            return;
        }
        ServedResource resource = request.resource();
        if (!object.kind().equals(resource.kind()) || !object.apiVersion().equals(resource.apiVersion())) {
            throw ApiException.badRequest(
                    "Incorrect version specified in apply patch. Specified patch version: %s/%s, expected: %s/%s"
                            .formatted(object.apiVersion(), object.kind(), resource.apiVersion(), resource.kind()));
        }
        NameCheck.refuseOther(request, applied);
        if (!object.namespace().isEmpty() && !object.namespace().equals(request.namespace())) {
            throw ApiException.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
    }

    private KubernetesObject merged(ResourceRequest request, ObjectNode applied, Optional<KubernetesObject> live) {
        if (request.subresource() == Subresource.SCALE) {
            KubernetesObject object = live.orElseThrow();
            ObjectNode scale = ScaleSubresource.of(request.resource(), object);
            scale.withObjectProperty("spec")
                    .set("replicas", applied.path("spec").path("replicas"));
            return ScaleSubresource.applied(request.resource(), object, scale);
        }
        refuseLostObject(request, applied, live);
        refuseWrongTypes(request.resource(), applied);
        KubernetesObject object = new KubernetesObject(apply(request, applied, live));
        ServedResource resource = request.resource();
        resource.shape().prune(object.tree());
        resource.shape().applyDefaults(object.tree());
        return object;
    }

    /** Rejects a configuration with the uid of an object that does not exist. */
    private static void refuseLostObject(ResourceRequest request, ObjectNode applied, Optional<KubernetesObject> live) {
        String uid = new KubernetesObject(applied).uid();
        if (live.isEmpty() && !uid.isEmpty()) {
            throw ApiException.conflict(
                    request.place().subject(),
                    "uid mismatch: the provided object specified uid " + uid + ", and no existing object was found");
        }
    }

    /** Rejects values that do not have the type of the schema, because they cannot be merged; kube-apiserver responds with an internal error. */
    private static void refuseWrongTypes(ServedResource resource, ObjectNode applied) {
        resource.shape().schema().map(schema -> schema.validate(applied)).orElse(List.of()).stream()
                .filter(error -> error.kind() == FieldError.Kind.TYPE_INVALID)
                .findFirst()
                .ifPresent(error -> {
                    KubernetesObject object = new KubernetesObject(applied);
                    throw new ApiException(
                            500,
                            "",
                            "failed to create typed patch object (%s/%s; %s, Kind=%s): .%s: %s"
                                    .formatted(
                                            object.namespace(),
                                            object.name(),
                                            resource.apiVersion(),
                                            resource.kind(),
                                            error.path(),
                                            error.detail()),
                            ApiStatusDetails.ABSENT);
                });
    }

    private ObjectNode apply(ResourceRequest request, ObjectNode applied, Optional<KubernetesObject> live) {
        ApplyOptions options = new ApplyOptions(
                request.query().text("fieldManager"),
                request.query().flag("force"),
                request.subresource().word(),
                request.resource().apiVersion(),
                reset(request));
        try {
            ServerSideApplyResult outcome = ServerSideApplyPatch.apply(
                    live.map(KubernetesObject::tree),
                    applied.deepCopy(),
                    options,
                    request.resource().shape().types(),
                    clock.instant());
            return switch (outcome) {
                case ServerSideApplyResult.Applied merged -> merged.object();
                case ServerSideApplyResult.Conflicts conflicts -> throw conflict(conflicts);
            };
        } catch (PatchException e) {
            throw PatchHandler.refusal(e);
        }
    }

    private static ResetFields reset(ResourceRequest request) {
        return switch (request.subresource()) {
            case NONE -> request.resource().behaviour().status() ? ResetFields.STATUS : ResetFields.NONE;
            case STATUS -> ResetFields.SPEC;
            case SCALE, FINALIZE -> ResetFields.NONE;
        };
    }

    private static ApiException conflict(ServerSideApplyResult.Conflicts conflicts) {
        List<ApiStatusCause> causes = conflicts.conflicts().stream()
                .map(conflict -> new ApiStatusCause("FieldManagerConflict", conflict.message(), conflict.path()))
                .toList();
        return new ApiException(
                409, "Conflict", conflicts.message(), new ApiStatusDetails(ApiStatusSubject.NONE, "", causes, 0));
    }
}
