package dev.butlerlabs.core.embedded.verb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.butlerlabs.core.embedded.http.ApiResponse;
import dev.butlerlabs.core.embedded.http.QueryParameters;
import dev.butlerlabs.core.embedded.json.BodyFormat;
import dev.butlerlabs.core.embedded.json.JsonCodec;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.protobuf.ProtobufBody;
import dev.butlerlabs.core.embedded.registry.DeleteOptions;
import dev.butlerlabs.core.embedded.registry.DeleteOptions.Propagation;
import dev.butlerlabs.core.embedded.registry.ObjectKey;
import dev.butlerlabs.core.embedded.registry.ObjectRegistry;
import dev.butlerlabs.core.embedded.registry.StoredObjectViews;
import dev.butlerlabs.core.embedded.registry.WriteResult;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.schema.FieldError;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.status.ApiStatusDetails;
import dev.butlerlabs.core.embedded.store.StoreEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Handles DELETE of an object or of a collection. */
final class DeleteHandler {
    private final ObjectRegistry registry;
    private final ListPager pages;
    private final ResponseRenderer presenter;

    DeleteHandler(ObjectRegistry registry, ListPager pages, ResponseRenderer presenter) {
        this.registry = registry;
        this.pages = pages;
        this.presenter = presenter;
    }

    ApiResponse delete(ResourceRequest request) {
        WriteResult written = registry.delete(request.place(), options(request));
        boolean gone = written.outcome() == WriteResult.Outcome.DELETED;
        return gone && !request.resource().behaviour().showsDeleted()
                ? presenter.tree(request, 200, success(request.place(), written.object()))
                : presenter.object(request, 200, written.object());
    }

    private static ObjectNode success(ObjectKey place, KubernetesObject object) {
        ObjectNode status = JsonCodec.object();
        status.put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        status.put("status", "Success");
        status.set("details", new ApiStatusDetails(place.subject(), object.uid(), List.of(), 0).toJson());
        return status;
    }

    ApiResponse deleteCollection(ResourceRequest request) {
        ServedResource resource = request.resource();
        DeleteOptions options = options(request);
        StoreEntryPage page = pages.read(resource, request.namespace(), ListOptions.of(request.query(), resource));
        ObjectNode list = JsonCodec.object();
        list.put("kind", resource.names().listKind()).put("apiVersion", resource.apiVersion());
        list.putObject("metadata").put("resourceVersion", Long.toString(page.revision()));
        ArrayNode items = list.putArray("items");
        for (StoreEntry entry : page.entries()) {
            KubernetesObject object = StoredObjectViews.object(resource, entry.value());
            deleteOne(new ObjectKey(resource, object.namespace(), object.name()), options)
                    .ifPresent(deleted -> items.add(deleted.tree()));
        }
        return presenter.tree(request, 200, list);
    }

    private Optional<KubernetesObject> deleteOne(ObjectKey place, DeleteOptions options) {
        try {
            return Optional.of(registry.delete(place, options).object());
        } catch (ApiException e) {
            if (e.code() == 404) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Reads the options from the body or, if it is empty, from the query parameters. */
    private static DeleteOptions options(ResourceRequest request) {
        JsonNode body = body(request);
        QueryParameters query = request.query();
        List<String> dryRun = new ArrayList<>(query.values().getOrDefault("dryRun", List.of()));
        body.path("dryRun").forEach(value -> dryRun.add(value.asText()));
        JsonNode preconditions = body.path("preconditions");
        return new DeleteOptions(
                RequestOptions.dryRun(dryRun, "DeleteOptions"),
                text(preconditions.path("uid")),
                text(preconditions.path("resourceVersion")),
                propagation(body, query));
    }

    private static JsonNode body(ResourceRequest request) {
        byte[] bytes = request.http().body().read();
        if (bytes.length == 0) {
            return JsonCodec.object();
        }
        String mediaType = request.http().headers().mediaType();
        try {
            JsonNode options = options(mediaType, bytes);
            refuseOtherKind(options);
            return options;
        } catch (IOException e) {
            throw ApiException.badRequest("couldn't get version/kind; json parse error: " + e.getMessage());
        }
    }

    private static JsonNode options(String mediaType, byte[] bytes) throws IOException {
        if (mediaType.equals(ProtobufBody.MEDIA_TYPE)) {
            return ProtobufBody.read(bytes);
        }
        boolean yaml = mediaType.equals(BodyFormat.YAML.mediaType());
        return (yaml ? BodyFormat.YAML : BodyFormat.JSON).read(bytes).tree();
    }

    private static void refuseOtherKind(JsonNode options) {
        String kind = options.path("kind").asText("DeleteOptions");
        if (!kind.equals("DeleteOptions")) {
            throw ApiException.badRequest("%s in version \"%s\" cannot be handled as DeleteOptions"
                    .formatted(kind, options.path("apiVersion").asText("")));
        }
    }

    private static Optional<String> text(JsonNode node) {
        return node.isTextual() ? Optional.of(node.asText()) : Optional.empty();
    }

    private static Optional<Propagation> propagation(JsonNode body, QueryParameters query) {
        JsonNode orphan = body.path("orphanDependents");
        String word = body.path("propagationPolicy").asText(query.text("propagationPolicy"));
        if (!word.isEmpty() && orphan.isBoolean()) {
            throw RequestOptions.invalid(
                    "DeleteOptions",
                    FieldError.invalid(
                            "propagationPolicy", word, "orphanDependents and deletionPropagation cannot be both set"));
        }
        if (orphan.isBoolean()) {
            return Optional.of(orphan.asBoolean() ? Propagation.ORPHAN : Propagation.BACKGROUND);
        }
        return switch (word) {
            case "" -> Optional.empty();
            case "Background" -> Optional.of(Propagation.BACKGROUND);
            case "Foreground" -> Optional.of(Propagation.FOREGROUND);
            case "Orphan" -> Optional.of(Propagation.ORPHAN);
            default ->
                throw RequestOptions.invalid(
                        "DeleteOptions",
                        FieldError.notSupported(
                                "propagationPolicy",
                                TextNode.valueOf(word),
                                List.of("Background", "Foreground", "Orphan")));
        };
    }
}
