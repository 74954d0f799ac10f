package dev.butlerlabs.core.embedded.verb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.butlerlabs.core.embedded.http.Answer;
import dev.butlerlabs.core.embedded.http.Query;
import dev.butlerlabs.core.embedded.json.BodyFormat;
import dev.butlerlabs.core.embedded.json.Json;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.protobuf.ProtobufBody;
import dev.butlerlabs.core.embedded.registry.DeleteOptions;
import dev.butlerlabs.core.embedded.registry.DeleteOptions.Propagation;
import dev.butlerlabs.core.embedded.registry.Place;
import dev.butlerlabs.core.embedded.registry.Registry;
import dev.butlerlabs.core.embedded.registry.Views;
import dev.butlerlabs.core.embedded.registry.Written;
import dev.butlerlabs.core.embedded.resource.Resource;
import dev.butlerlabs.core.embedded.schema.FieldError;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.status.Details;
import dev.butlerlabs.core.embedded.store.Entry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Handles DELETE of an object or of a collection. */
final class Deleting {
    private final Registry registry;
    private final Pages pages;
    private final Presenter presenter;

    Deleting(Registry registry, Pages pages, Presenter presenter) {
        this.registry = registry;
        this.pages = pages;
        this.presenter = presenter;
    }

    Answer delete(ResourceRequest request) {
        Written written = registry.delete(request.place(), options(request));
        boolean gone = written.outcome() == Written.Outcome.DELETED;
        return gone && !request.resource().behaviour().showsDeleted()
                ? presenter.tree(request, 200, success(request.place(), written.object()))
                : presenter.object(request, 200, written.object());
    }

    private static ObjectNode success(Place place, KubernetesObject object) {
        ObjectNode status = Json.object();
        status.put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        status.put("status", "Success");
        status.set("details", new Details(place.subject(), object.uid(), List.of(), 0).toJson());
        return status;
    }

    Answer deleteCollection(ResourceRequest request) {
        Resource resource = request.resource();
        DeleteOptions options = options(request);
        Page page = pages.read(resource, request.namespace(), ListOptions.of(request.query(), resource));
        ObjectNode list = Json.object();
        list.put("kind", resource.names().listKind()).put("apiVersion", resource.apiVersion());
        list.putObject("metadata").put("resourceVersion", Long.toString(page.revision()));
        ArrayNode items = list.putArray("items");
        for (Entry entry : page.entries()) {
            KubernetesObject object = Views.object(resource, entry.value());
            deleteOne(new Place(resource, object.namespace(), object.name()), options)
                    .ifPresent(deleted -> items.add(deleted.tree()));
        }
        return presenter.tree(request, 200, list);
    }

    private Optional<KubernetesObject> deleteOne(Place place, DeleteOptions options) {
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
        Query query = request.query();
        List<String> dryRun = new ArrayList<>(query.values().getOrDefault("dryRun", List.of()));
        body.path("dryRun").forEach(value -> dryRun.add(value.asText()));
        JsonNode preconditions = body.path("preconditions");
        return new DeleteOptions(
                Options.dryRun(dryRun, "DeleteOptions"),
                text(preconditions.path("uid")),
                text(preconditions.path("resourceVersion")),
                propagation(body, query));
    }

    private static JsonNode body(ResourceRequest request) {
        byte[] bytes = request.http().body().read();
        if (bytes.length == 0) {
            return Json.object();
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

    private static Optional<Propagation> propagation(JsonNode body, Query query) {
        JsonNode orphan = body.path("orphanDependents");
        String word = body.path("propagationPolicy").asText(query.text("propagationPolicy"));
        if (!word.isEmpty() && orphan.isBoolean()) {
            throw Options.invalid(
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
                throw Options.invalid(
                        "DeleteOptions",
                        FieldError.notSupported(
                                "propagationPolicy",
                                TextNode.valueOf(word),
                                List.of("Background", "Foreground", "Orphan")));
        };
    }
}
