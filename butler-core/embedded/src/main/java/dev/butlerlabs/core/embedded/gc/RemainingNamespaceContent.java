package dev.butlerlabs.core.embedded.gc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.ObjectRegistry;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.resource.Timestamps;
import dev.butlerlabs.core.embedded.store.RangeQuery;
import dev.butlerlabs.core.embedded.store.StoreEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The remaining objects of a terminating namespace: their count by resource type, and the finalizers that block their deletion. */
final class RemainingNamespaceContent {
    private final Map<String, Integer> kinds = new TreeMap<>();
    private final Map<String, Integer> finalizers = new TreeMap<>();

    static RemainingNamespaceContent in(ObjectRegistry registry, String namespace) {
        RemainingNamespaceContent remains = new RemainingNamespaceContent();
        for (ServedResource resource : registry.catalog().stored()) {
            if (resource.namespaced()) {
                for (StoreEntry entry : registry.range(RangeQuery.all(resource.prefix(namespace)))
                        .entries()) {
                    remains.count(resource, KubernetesObject.parse(entry.value()));
                }
            }
        }
        return remains;
    }

    private void count(ServedResource resource, KubernetesObject object) {
        String name = resource.plural() + "." + resource.group();
        kinds.merge(name, 1, Integer::sum);
        object.finalizers().forEach(finalizer -> finalizers.merge(finalizer, 1, Integer::sum));
    }

    void describe(KubernetesObject namespace) {
        ArrayNode conditions = namespace.tree().withObjectProperty("status").withArrayProperty("conditions");
        set(
                conditions,
                "NamespaceContentRemaining",
                "SomeResourcesRemain",
                "Some resources are remaining: " + list(kinds, " has %d resource instances"));
        set(
                conditions,
                "NamespaceFinalizersRemaining",
                "SomeFinalizersRemain",
                "Some content in the namespace has finalizers remaining: "
                        + list(finalizers, " in %d resource instances"));
    }

    private static String list(Map<String, Integer> counts, String phrase) {
        List<String> parts = new ArrayList<>();
        counts.forEach((name, count) -> parts.add(name + phrase.formatted(count)));
        return String.join(", ", parts);
    }

    private static void set(ArrayNode conditions, String type, String reason, String message) {
        ObjectNode condition = find(conditions, type);
        if (!condition.path("status").asText("").equals("True")) {
            condition.put("lastTransitionTime", Timestamps.of(Instant.now()));
        }
        condition.put("type", type).put("status", "True").put("reason", reason).put("message", message);
    }

    private static ObjectNode find(ArrayNode conditions, String type) {
        for (JsonNode condition : conditions) {
            if (condition.path("type").asText().equals(type)) {
                return (ObjectNode) condition;
            }
        }
        return conditions.addObject();
    }
}
