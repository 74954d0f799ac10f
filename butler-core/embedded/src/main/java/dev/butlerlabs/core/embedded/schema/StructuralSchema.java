package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The compiled structural schema of a resource type in one version. Immutable and thread-safe. */
public final class StructuralSchema {
    private static final FieldError RULES_NOT_CHECKED = FieldError.invalid(
            FieldPath.ROOT.reported(),
            NullNode.getInstance(),
            "some validation rules were not checked because the object was invalid; correct the existing errors to "
                    + "complete validation");

    private static final Set<FieldError.Kind> BLOCKING = Set.of(
            FieldError.Kind.NOT_SUPPORTED,
            FieldError.Kind.REQUIRED,
            FieldError.Kind.TOO_LONG,
            FieldError.Kind.TOO_MANY,
            FieldError.Kind.TYPE_INVALID);

    private final JsonNode source;
    private final SchemaNode root;
    private final boolean hasRules;
    private final LazyValue<RuleNode> rules;

    private StructuralSchema(JsonNode source) {
        this.source = source;
        this.root = SchemaReader.read(source);
        this.hasRules = root.hasRules();
        this.rules = new LazyValue<>(() -> RuleNode.compile(root, true));
    }

    /** Compiles a schema for which {@link #check} returned no errors. */
    public static StructuralSchema of(JsonNode openAPIV3Schema) {
        return new StructuralSchema(openAPIV3Schema.deepCopy());
    }

    /** Returns the errors that make a schema invalid for a CRD; empty if it is valid. */
    public static List<FieldError> check(JsonNode openAPIV3Schema, String path) {
        FieldPath place = FieldPath.of(path);
        SchemaNode root = SchemaReader.read(openAPIV3Schema);
        List<FieldError> errors = new ArrayList<>(StructuralCheck.check(openAPIV3Schema, place));
        if (errors.isEmpty()) {
            errors.addAll(DefaultCheck.check(root, place));
        }
        errors.addAll(KeywordCheck.check(openAPIV3Schema, place));
        if (errors.isEmpty()) {
            errors.addAll(RuleCheck.check(openAPIV3Schema, root, place));
        }
        if (errors.isEmpty()) {
            errors.addAll(DefaultCheck.checkRules(root, place));
        }
        return withoutRepetition(errors);
    }

    /** Returns the fields of {@code metadata} that have a wrong type, for any resource type; the server cannot decode such an object. */
    public static List<FieldError> unreadableMetadata(JsonNode object) {
        JsonNode metadata = object.path("metadata");
        if (metadata.isMissingNode()) {
            return List.of();
        }
        return ValueValidation.validate(metadata, Optional.empty(), ObjectMetaSchema.NODE, FieldPath.of("metadata"))
                .errors()
                .stream()
                .filter(error -> error.kind() == FieldError.Kind.TYPE_INVALID)
                .toList();
    }

    /** Removes unknown fields in place and returns their paths. */
    public List<String> prune(ObjectNode object) {
        return UnknownFieldPruner.prune(object, root);
    }

    /** Applies defaults in place. */
    public void applyDefaults(ObjectNode object) {
        DefaultFiller.apply(object, root);
    }

    /** Returns the errors of a new object. */
    public List<FieldError> validate(JsonNode object) {
        List<FieldError> errors = values(object, Optional.empty());
        errors.addAll(ListTypeValidation.validate(object, root));
        return withRules(object, Optional.empty(), errors);
    }

    /** Returns the errors of an updated object; errors in unchanged values are ignored. */
    public List<FieldError> validateUpdate(JsonNode object, JsonNode old) {
        List<FieldError> errors = values(object, Optional.of(old));
        if (ListTypeValidation.validate(old, root).isEmpty()) {
            errors.addAll(ListTypeValidation.validate(object, root));
        }
        return withRules(object, Optional.of(old), errors);
    }

    private List<FieldError> values(JsonNode object, Optional<JsonNode> old) {
        List<FieldError> errors = new ArrayList<>(
                ValueValidation.validate(object, old, root, FieldPath.ROOT).errors());
        errors.addAll(EmbeddedResourceValidation.validate(object, root));
        return errors;
    }

    /** Evaluates the rules only if no other errors were found, because rules rely on valid types and sizes. */
    private List<FieldError> withRules(JsonNode object, Optional<JsonNode> old, List<FieldError> errors) {
        if (hasRules) {
            boolean blocked = errors.stream().anyMatch(error -> BLOCKING.contains(error.kind()));
            errors.addAll(blocked ? List.of(RULES_NOT_CHECKED) : CelRuleValidation.validate(object, old, rules.get()));
        }
        return withoutRepetition(errors);
    }

    private static List<FieldError> withoutRepetition(List<FieldError> errors) {
        return errors.stream().distinct().toList();
    }

    /** Returns the types for merging. */
    public FieldTypes types() {
        return new SchemaFieldTypes(root, true);
    }

    /** Returns the original schema. */
    public JsonNode source() {
        return source;
    }
}
