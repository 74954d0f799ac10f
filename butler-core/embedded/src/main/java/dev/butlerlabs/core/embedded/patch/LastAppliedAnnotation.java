package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.jsonpatch.GoJsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * The last-applied annotation of client-side apply in kubectl. Users mix client-side and server-side apply, so server-side apply by kubectl
 * reads and updates the annotation.
 */
final class LastAppliedAnnotation {
    private static final String MANAGER = "kubectl";
    private static final String ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";
    private static final int MOST_ANNOTATION_BYTES = 256 * 1024;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private LastAppliedAnnotation() {}

    /** Returns the fields that kubectl may take from other managers: those that are unchanged since its client-side apply. */
    static FieldSet pardonedConflicts(ObjectNode live, ApplyOptions options, FieldTypes types) {
        if (!options.manager().equals(MANAGER)) {
            return FieldSet.EMPTY;
        }
        return annotation(live)
                .flatMap(LastAppliedAnnotation::parsed)
                .filter(last -> last.path("apiVersion").asText().equals(options.apiVersion()))
                .filter(last -> SchemaAwareCheck.faultOfApplied(last, types).isEmpty())
                .map(last -> unchanged(last, live, types))
                .orElse(FieldSet.EMPTY);
    }

    private static FieldSet unchanged(ObjectNode last, ObjectNode live, FieldTypes types) {
        SchemaAwareComparison comparison = SchemaAwareComparison.of(last, live, types);
        return SchemaAwareFields.of(last, types)
                .difference(comparison.changed())
                .difference(comparison.removed());
    }

    /** Returns the object with the annotation updated to the applied configuration, if the object has the annotation. */
    static ObjectNode refreshed(ObjectNode object, ObjectNode applied, String manager) {
        if (!manager.equals(MANAGER) || annotation(object).isEmpty()) {
            return object;
        }
        ObjectNode copy = object.deepCopy();
        ObjectNode annotations = (ObjectNode) copy.path("metadata").path("annotations");
        annotations.put(ANNOTATION, text(applied));
        if (size(annotations) > MOST_ANNOTATION_BYTES) {
            annotations.remove(ANNOTATION);
        }
        return copy;
    }

    private static String text(ObjectNode applied) {
        ObjectNode copy = applied.deepCopy();
        if (copy.path("metadata").path("annotations") instanceof ObjectNode annotations) {
            annotations.remove(ANNOTATION);
        }
        return GoJsonWriter.write(copy) + "\n";
    }

    private static long size(ObjectNode annotations) {
        return annotations.properties().stream()
                .mapToLong(LastAppliedAnnotation::size)
                .sum();
    }

    private static long size(Map.Entry<String, JsonNode> annotation) {
        return (annotation.getKey() + annotation.getValue().asText()).getBytes(StandardCharsets.UTF_8).length;
    }

    private static Optional<String> annotation(ObjectNode object) {
        String text =
                object.path("metadata").path("annotations").path(ANNOTATION).asText();
        return Optional.of(text).filter(value -> !value.isEmpty());
    }

    private static Optional<ObjectNode> parsed(String text) {
        try {
            return MAPPER.readTree(text) instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
        } catch (JsonProcessingException malformed) {
            return Optional.empty();
        }
    }
}
