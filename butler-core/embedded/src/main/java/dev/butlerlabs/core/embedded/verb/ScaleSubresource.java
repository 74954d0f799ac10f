package dev.butlerlabs.core.embedded.verb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.http.ApiResponse;
import dev.butlerlabs.core.embedded.json.DecodedBody;
import dev.butlerlabs.core.embedded.json.JsonCodec;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.ObjectChange;
import dev.butlerlabs.core.embedded.registry.WriteResult;
import dev.butlerlabs.core.embedded.resource.ScalePaths;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.status.ApiException;
import java.util.List;
import java.util.TreeMap;

/** The scale subresource: shows an object with replicas as a Scale. */
final class ScaleSubresource {
    private ScaleSubresource() {}

    static ObjectNode of(ServedResource resource, KubernetesObject object) {
        ScalePaths paths = resource.behaviour().scale().orElseThrow();
        ObjectNode scale = JsonCodec.object();
        scale.put("kind", "Scale").put("apiVersion", "autoscaling/v1");
        ObjectNode metadata = scale.putObject("metadata");
        for (String field : List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp")) {
            if (object.metadata().has(field)) {
                metadata.set(field, object.metadata().get(field));
            }
        }
        JsonNode replicas = object.at(paths.specReplicas());
        ObjectNode spec = scale.putObject("spec");
        if (replicas.isNumber()) {
            spec.put("replicas", replicas.intValue());
        }
        ObjectNode status = scale.putObject("status");
        status.put("replicas", object.at(paths.statusReplicas()).asInt(0));
        String selector = paths.selector().isEmpty() ? "" : selector(object.at(paths.selector()));
        if (!selector.isEmpty()) {
            status.put("selector", selector);
        }
        return scale;
    }

    private static String selector(JsonNode selector) {
        if (selector.isTextual()) {
            return selector.asText();
        }
        JsonNode labels = selector.has("matchLabels") ? selector.path("matchLabels") : selector;
        TreeMap<String, String> pairs = new TreeMap<>();
        labels.properties()
                .forEach(label -> pairs.put(label.getKey(), label.getValue().asText()));
        return String.join(
                ",",
                pairs.entrySet().stream()
                        .map(pair -> pair.getKey() + "=" + pair.getValue())
                        .toList());
    }

    /** Returns the change for a PUT of a Scale. */
    static ObjectChange replacement(ResourceRequest request) {
        DecodedBody body = RequestBodyDecoder.body(request.http(), "Scale");
        if (!(body.tree() instanceof ObjectNode scale)) {
            throw ApiException.badRequest("the object provided is unrecognized (must be of type Scale)");
        }
        return live -> applied(request.resource(), live.orElseThrow(), scale);
    }

    /** Returns the object with the replicas and the resource version precondition of a Scale. */
    static KubernetesObject applied(ServedResource resource, KubernetesObject live, ObjectNode scale) {
        KubernetesObject object = live.copy();
        JsonNode replicas = scale.path("spec").path("replicas");
        set(object, resource.behaviour().scale().orElseThrow().specReplicas(), replicas.asInt(0));
        String version = scale.path("metadata").path("resourceVersion").asText("");
        if (!version.isEmpty()) {
            object.put("resourceVersion", version);
        }
        return object;
    }

    private static void set(KubernetesObject object, String path, int replicas) {
        List<String> words = List.of(path.split("\\.", -1));
        ObjectNode node = object.tree();
        for (String word : words.subList(0, words.size() - 1)) {
            node = node.withObjectProperty(word);
        }
        node.put(words.getLast(), replicas);
    }

    static ApiResponse answer(ResponseRenderer presenter, ResourceRequest request, WriteResult written) {
        return presenter.tree(request, 200, of(request.resource(), written.object()));
    }
}
