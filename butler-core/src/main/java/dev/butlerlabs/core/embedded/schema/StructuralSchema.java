package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The structural schema of one version of a kind, compiled once; immutable and safe to share between threads. */
public final class StructuralSchema {
    private final JsonNode source;

    private StructuralSchema(JsonNode source) {
        this.source = source;
    }

    /** Compiles a schema that {@link #check} found no fault with. */
    public static StructuralSchema of(JsonNode openAPIV3Schema) {
        return new StructuralSchema(openAPIV3Schema.deepCopy());
    }

    /** What makes a schema unfit for a custom resource definition; empty when it is fit. */
    public static List<FieldError> check(JsonNode openAPIV3Schema, String path) {
        return List.of();
    }

    /** Removes the fields the schema does not know, in place, and returns their paths. */
    public List<String> prune(ObjectNode object) {
        return List.of();
    }

    /** Fills in defaults, in place. */
    public void applyDefaults(ObjectNode object) {}

    /** What is wrong with a new object. */
    public List<FieldError> validate(JsonNode object) {
        return List.of();
    }

    /** What is wrong with a new version of an object; parts that were wrong before and did not change are tolerated. */
    public List<FieldError> validateUpdate(JsonNode object, JsonNode old) {
        return List.of();
    }

    /** What merging needs to know. */
    public FieldTypes types() {
        return FieldTypes.UNKNOWN;
    }

    /** The schema as it was given. */
    public JsonNode source() {
        return source;
    }
}
