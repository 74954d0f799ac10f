package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.embedded.schema.SchemaNode.Entries;
import dev.butlerlabs.core.embedded.schema.SchemaNode.Limits;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Validates a value against a schema, except for its CEL rules; errors in unchanged values are ignored. */
final class ValueValidation {
    private ValueValidation() {}

    /** Validates a value; a value that is equal to the old one is valid. */
    static ValidationOutcome validate(JsonNode value, Optional<JsonNode> old, SchemaNode schema, FieldPath path) {
        ValidationOutcome outcome = inspect(value, old, schema, path);
        if (outcome.isValid() || old.isEmpty() || !JsonNumberComparison.same(value, old.get())) {
            return outcome;
        }
        return new ValidationOutcome();
    }

    private static ValidationOutcome inspect(
            JsonNode value, Optional<JsonNode> old, SchemaNode schema, FieldPath path) {
        ValidationOutcome outcome = new ValidationOutcome();
        TypeValidation.check(value, schema, path, outcome);
        if (!value.isNull()) {
            JunctorValidation.check(value, old, schema, path, outcome);
            limits(value, schema, path, outcome);
            if (value.isArray()) {
                array(value, old, schema, path, outcome);
            }
        }
        choices(value, schema.limits(), path, outcome);
        if (value.isObject()) {
            object(value, old, schema, path, outcome);
        }
        outcome.pass();
        return outcome;
    }

    /** Validates a value even if it is unchanged, for the alternatives of allOf, anyOf, oneOf and not; below them, unchanged values are valid. */
    static ValidationOutcome alternative(JsonNode value, Optional<JsonNode> old, SchemaNode schema, FieldPath path) {
        return inspect(value, old, schema, path);
    }

    private static void limits(JsonNode value, SchemaNode schema, FieldPath path, ValidationOutcome outcome) {
        if (value.isTextual()) {
            ScalarValidation.text(value, schema.limits(), path, outcome);
            ScalarValidation.format(value, schema.limits(), path, outcome);
        } else if (value.isNumber()) {
            ScalarValidation.number(value, schema.limits(), path, outcome);
        }
    }

    private static void choices(JsonNode value, Limits limits, FieldPath path, ValidationOutcome outcome) {
        List<JsonNode> choices = limits.choices();
        boolean chosen = choices.isEmpty()
                || (!value.isNull() && choices.stream().anyMatch(choice -> JsonNumberComparison.same(choice, value)));
        if (chosen) {
            outcome.pass();
            return;
        }
        List<String> words = choices.stream()
                .map(choice -> choice.isTextual() ? choice.textValue() : choice.toString())
                .toList();
        outcome.add(FieldError.notSupported(path.reported(), value, words));
    }

    private static void array(
            JsonNode array, Optional<JsonNode> old, SchemaNode schema, FieldPath path, ValidationOutcome outcome) {
        schema.items().ifPresent(items -> {
            for (int place = 0; place < array.size(); place++) {
                JsonNode element = array.get(place);
                Optional<JsonNode> before = OldValueCorrelation.element(old, schema, element);
                outcome.merge(validate(element, before, items, path.index(place)));
            }
        });
        Limits limits = schema.limits();
        int size = array.size();
        if (limits.minItems().isPresent() && size < limits.minItems().get()) {
            outcome.invalid(
                    path, size, "should have at least " + limits.minItems().get() + " items");
        }
        if (limits.maxItems().isPresent() && size > limits.maxItems().get()) {
            outcome.tooMany(path, size, limits.maxItems().get());
        }
        if (limits.uniqueItems() && hasDuplicates(array)) {
            outcome.invalid(path, "", "shouldn't contain duplicates");
        }
        outcome.pass();
    }

    private static boolean hasDuplicates(JsonNode array) {
        for (int place = 1; place < array.size(); place++) {
            for (int earlier = 0; earlier < place; earlier++) {
                if (JsonNumberComparison.same(array.get(place), array.get(earlier))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static void object(
            JsonNode object, Optional<JsonNode> old, SchemaNode schema, FieldPath path, ValidationOutcome outcome) {
        Limits limits = schema.limits();
        int size = object.size();
        if (limits.minProperties().isPresent() && size < limits.minProperties().get()) {
            outcome.invalid(
                    path, size, "should have at least " + limits.minProperties().get() + " properties");
        }
        if (limits.maxProperties().isPresent() && size > limits.maxProperties().get()) {
            outcome.tooMany(path, size, limits.maxProperties().get());
        }
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            field(field.getKey(), field.getValue(), old, schema, path, outcome);
        }
        for (String name : limits.required()) {
            if (!object.has(name)) {
                outcome.add(FieldError.required(path.child(name).toString(), ""));
            }
        }
        outcome.pass();
    }

    private static void field(
            String name,
            JsonNode value,
            Optional<JsonNode> old,
            SchemaNode schema,
            FieldPath path,
            ValidationOutcome outcome) {
        Optional<SchemaNode> below = schema.field(name);
        if (below.isPresent()) {
            Optional<JsonNode> before = OldValueCorrelation.field(old, name);
            outcome.merge(validate(value, before, below.get(), path.child(name)));
        } else if (schema.entries() instanceof Entries.Forbidden) {
            outcome.add(
                    FieldError.invalid(path.reported(), name, path + "." + name + " in body is a forbidden property"));
        }
    }
}
