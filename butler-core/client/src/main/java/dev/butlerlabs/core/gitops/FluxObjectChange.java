package dev.butlerlabs.core.gitops;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** What a command did with one object. */
public record FluxObjectChange(FluxResource object, Outcome outcome) {
    public FluxObjectChange {
        Objects.requireNonNull(object, "object");
        Objects.requireNonNull(outcome, "outcome");
    }

    /** The result for one object. */
    public enum Outcome {
        CREATED,
        CHANGED,
        UNCHANGED,
        DELETED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns text such as {@code GitRepository flux-system/butler created}. */
    public String line() {
        return "%s %s".formatted(object.text(), outcome);
    }

    /** Returns the fields for JSON and YAML output. */
    public Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("kind", object.kind());
        document.put("namespace", FluxResource.NAMESPACE);
        document.put("name", object.objectName());
        document.put("outcome", outcome.toString());
        return document;
    }
}
