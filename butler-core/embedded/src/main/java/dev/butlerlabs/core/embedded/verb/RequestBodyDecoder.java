package dev.butlerlabs.core.embedded.verb;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.http.ApiRequest;
import dev.butlerlabs.core.embedded.http.Representation;
import dev.butlerlabs.core.embedded.json.BodyFormat;
import dev.butlerlabs.core.embedded.json.DecodedBody;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.protobuf.ProtobufBody;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.schema.FieldError;
import dev.butlerlabs.core.embedded.status.ApiException;
import java.io.IOException;
import java.util.List;

/** Decodes request bodies into objects of the resource type of the path. */
final class RequestBodyDecoder {
    private RequestBodyDecoder() {}

    /** Returns the object of a create or update request, pruned and defaulted. */
    static KubernetesObject object(ResourceRequest request) {
        ServedResource resource = request.resource();
        DecodedBody body = body(request.http(), resource.kind());
        ObjectNode tree = object(body.tree(), resource);
        refuseMisread(resource, tree);
        List<String> unknown = resource.shape().prune(tree);
        FieldValidation.of(request.http())
                .judge(
                        request.http(),
                        unknown,
                        body.duplicates(),
                        fault -> ApiException.badRequest("%s in version \"%s\" cannot be handled as a %s: %s"
                                .formatted(
                                        resource.kind(), resource.groupVersion().version(), resource.kind(), fault)));
        resource.shape().applyDefaults(tree);
        KubernetesObject object = new KubernetesObject(tree);
        refuseOtherNamespace(request, object);
        return object;
    }

    /** Decodes a body by its content type. */
    static DecodedBody body(ApiRequest request, String kind) {
        byte[] bytes = request.body().read();
        String mediaType = request.headers().mediaType();
        try {
            return mediaType.equals(ProtobufBody.MEDIA_TYPE)
                    ? new DecodedBody(ProtobufBody.read(bytes), List.of())
                    : format(mediaType).read(bytes);
        } catch (JsonProcessingException e) {
            throw unreadable(kind, e.getOriginalMessage());
        } catch (IOException e) {
            throw unreadable(kind, e.getMessage());
        }
    }

    private static ApiException unreadable(String kind, String why) {
        return ApiException.badRequest(
                "the object provided is unrecognized (must be of type %s): couldn't get version/kind; json parse error: %s"
                        .formatted(kind, why));
    }

    private static BodyFormat format(String mediaType) {
        return switch (mediaType) {
            case "", "application/json" -> BodyFormat.JSON;
            case "application/yaml" -> BodyFormat.YAML;
            default -> throw ApiException.unsupportedMediaType(Representation.MEDIA_TYPES);
        };
    }

    private static ObjectNode object(JsonNode tree, ServedResource resource) {
        if (!(tree instanceof ObjectNode object)) {
            throw unreadable(resource.kind(), "cannot unmarshal " + tree.getNodeType() + " into an object");
        }
        requireKind(object, resource);
        object.put("apiVersion", resource.apiVersion()).put("kind", resource.kind());
        JsonNode metadata = object.path("metadata");
        if (metadata.isMissingNode() || metadata.isNull()) {
            object.putObject("metadata");
        } else if (!metadata.isObject()) {
            throw ApiException.badRequest("%s in version \"%s\" cannot be handled as a %s: metadata must be an object"
                    .formatted(resource.kind(), resource.groupVersion().version(), resource.kind()));
        }
        return object;
    }

    private static void refuseMisread(ServedResource resource, ObjectNode tree) {
        DecodingErrorMessage.find(resource, tree).ifPresent(fault -> {
            throw ApiException.badRequest("%s in version \"%s\" cannot be handled as a %s: %s"
                    .formatted(resource.kind(), resource.groupVersion().version(), resource.kind(), fault));
        });
    }

    /** Verifies the kind. Built-in objects may omit it; custom resources may not, because nothing else identifies their type. */
    private static void requireKind(ObjectNode object, ServedResource resource) {
        String kind = object.path("kind").asText("");
        String apiVersion = object.path("apiVersion").asText("");
        if (kind.isEmpty() && resource.isCustom()) {
            throw ApiException.badRequest("Object 'Kind' is missing in '" + object + "'");
        }
        if (!kind.isEmpty() && !kind.equals(resource.kind())) {
            if (resource.isCustom()) {
                String name = object.path("metadata").path("name").asText("");
                throw ApiException.invalid(
                        resource.kindSubject(name),
                        List.of(FieldError.invalid("kind", kind, "must be " + resource.kind())));
            }
            throw ApiException.badRequest(
                    "%s in version \"%s\" cannot be handled as a %s: converting (%s) to (%s): unknown conversion"
                            .formatted(kind, version(apiVersion), resource.kind(), kind, resource.kind()));
        }
        if (apiVersion.isEmpty() && resource.isCustom()) {
            throw ApiException.badRequest("Object 'apiVersion' is missing in '" + object + "'");
        }
        if (!apiVersion.isEmpty() && !apiVersion.equals(resource.apiVersion())) {
            throw ApiException.badRequest(
                    "the API version in the data (%s) does not match the expected API version (%s)"
                            .formatted(apiVersion, resource.apiVersion()));
        }
    }

    private static String version(String apiVersion) {
        return apiVersion.substring(apiVersion.indexOf('/') + 1);
    }

    private static void refuseOtherNamespace(ResourceRequest request, KubernetesObject object) {
        if (!request.resource().namespaced()) {
            object.metadata().remove("namespace");
        } else if (!object.namespace().isEmpty() && !object.namespace().equals(request.namespace())) {
            throw ApiException.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
    }
}
