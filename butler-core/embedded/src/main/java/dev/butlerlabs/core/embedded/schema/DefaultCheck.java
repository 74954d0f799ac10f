package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Validates the defaults of a schema against the schema itself. */
final class DefaultCheck {
    private final List<FieldError> errors = new ArrayList<>();

    private DefaultCheck() {}

    static List<FieldError> check(SchemaNode root, FieldPath path) {
        DefaultCheck check = new DefaultCheck();
        check.schema(root, path);
        return check.errors;
    }

    /** Evaluates the validation rules against the defaults; the rules must have been compiled successfully. */
    static List<FieldError> checkRules(SchemaNode root, FieldPath path) {
        DefaultCheck check = new DefaultCheck();
        check.rules(root, path);
        return check.errors;
    }

    private void rules(SchemaNode schema, FieldPath path) {
        if (!schema.hasRules()) {
            return;
        }
        schema.fallback().ifPresent(fallback -> {
            RuleNode rules = RuleNode.compile(schema, false);
            CelRuleValidation.validate(fallback, Optional.empty(), rules).stream()
                    .map(error -> below(path.child("default"), error))
                    .forEach(errors::add);
        });
        schema.items().ifPresent(items -> rules(items, path.child("items")));
        schema.properties()
                .forEach((name, property) ->
                        rules(property, path.child("properties").key(name)));
    }

    private void schema(SchemaNode schema, FieldPath path) {
        schema.fallback().ifPresent(fallback -> fallback(fallback, schema, path.child("default")));
        schema.items().ifPresent(items -> schema(items, path.child("items")));
        schema.properties()
                .forEach((name, property) ->
                        schema(property, path.child("properties").key(name)));
    }

    private void fallback(JsonNode fallback, SchemaNode schema, FieldPath path) {
        JsonNode pruned = fallback.deepCopy();
        UnknownFieldPruner.pruneValue(pruned, schema);
        if (!pruned.equals(fallback)) {
            errors.add(FieldError.invalid(path.toString(), fallback, "must not have unknown fields"));
        }
        List<FieldError> found = ValueValidation.validate(fallback, Optional.empty(), schema, FieldPath.ROOT)
                .errors();
        found.stream().map(error -> below(path, error)).forEach(errors::add);
    }

    private static FieldError below(FieldPath path, FieldError error) {
        boolean itself = error.path().equals(FieldPath.ROOT.reported());
        FieldPath place = itself ? path : path.child(error.path());
        return new FieldError(error.kind(), place.toString(), error.badValue(), error.detail());
    }
}
