package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The structural schema of one version of a kind, compiled once; immutable and safe to share between threads. */
public final class StructuralSchema {
    private static final FieldError RULES_NOT_CHECKED = FieldError.invalid(
            FieldPath.ROOT.reported(),
            NullNode.getInstance(),
            "some validation rules were not checked because the object was invalid; correct the existing errors to "
                    + "complete validation");

    private final JsonNode source;
    private final SchemaNode root;

    private StructuralSchema(JsonNode source) {
        this.source = source;
        this.root = SchemaReader.read(source);
    }

    /** Compiles a schema that {@link #check} found no fault with. */
    public static StructuralSchema of(JsonNode openAPIV3Schema) {
        return new StructuralSchema(openAPIV3Schema.deepCopy());
    }

    /** What makes a schema unfit for a custom resource definition; empty when it is fit. */
    public static List<FieldError> check(JsonNode openAPIV3Schema, String path) {
        FieldPath place = FieldPath.of(path);
        List<FieldError> errors = new ArrayList<>(StructuralCheck.check(openAPIV3Schema, place));
        if (errors.isEmpty()) {
            errors.addAll(DefaultCheck.check(SchemaReader.read(openAPIV3Schema), place));
        }
        errors.addAll(KeywordCheck.check(openAPIV3Schema, place));
        return withoutRepetition(errors);
    }

    /** Removes the fields the schema does not know, in place, and returns their paths. */
    public List<String> prune(ObjectNode object) {
        return Pruning.prune(object, root);
    }

    /** Fills in defaults, in place. */
    public void applyDefaults(ObjectNode object) {
        Defaulting.apply(object, root);
    }

    /** What is wrong with a new object. */
    public List<FieldError> validate(JsonNode object) {
        List<FieldError> errors =
                new ArrayList<>(ValueValidation.validate(object, Optional.empty(), root, FieldPath.ROOT)
                        .errors());
        errors.addAll(EmbeddedResourceValidation.validate(object, root));
        errors.addAll(ListTypeValidation.validate(object, root));
        return withoutRepetition(errors);
    }

    /** What is wrong with a new version of an object; parts that were wrong before and did not change are tolerated. */
    public List<FieldError> validateUpdate(JsonNode object, JsonNode old) {
        List<FieldError> errors =
                new ArrayList<>(ValueValidation.validate(object, Optional.of(old), root, FieldPath.ROOT)
                        .errors());
        errors.addAll(EmbeddedResourceValidation.validate(object, root));
        if (ListTypeValidation.validate(old, root).isEmpty()) {
            errors.addAll(ListTypeValidation.validate(object, root));
        }
        return withoutRepetition(errors);
    }

    private static List<FieldError> withoutRepetition(List<FieldError> errors) {
        return errors.stream().distinct().toList();
    }

    /** What merging needs to know. */
    public FieldTypes types() {
        return new SchemaFieldTypes(root, true);
    }

    /** The schema as it was given. */
    public JsonNode source() {
        return source;
    }
}
