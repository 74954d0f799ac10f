package dev.butlerlabs.core.gitops;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * A difference between the repository and the cluster.
 *
 * @param object kind, namespace and name
 * @param fields the differing fields of a changed object
 * @param message the reason if the object cannot be compared; otherwise empty
 */
public record ObjectDrift(Change change, String object, List<FieldComparison.Difference> fields, String message) {
    public ObjectDrift {
        Objects.requireNonNull(change, "change");
        Objects.requireNonNull(object, "object");
        fields = List.copyOf(fields);
        Objects.requireNonNull(message, "message");
    }

    /** How an object differs. */
    public enum Change {
        /** The cluster rejects the object of the repository. */
        REJECTED,
        /** In the repository, but not in the cluster. */
        MISSING,
        /** In both, with different fields. */
        CHANGED,
        /** Applied by Flux earlier, but no longer in the repository. */
        ADDED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the lines for people: the object, and below it the fields. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("%s %s%s".formatted(change, object, message.isEmpty() ? "" : ": " + message));
        fields.forEach(field -> lines.add("  " + field.line()));
        return lines;
    }

    /** Returns the fields for JSON and YAML output. */
    public Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("change", change.toString());
        document.put("object", object);
        if (!fields.isEmpty()) {
            document.put(
                    "fields",
                    fields.stream().map(FieldComparison.Difference::document).toList());
        }
        if (!message.isEmpty()) {
            document.put("message", message);
        }
        return document;
    }
}
