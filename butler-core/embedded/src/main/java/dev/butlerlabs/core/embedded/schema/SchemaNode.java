package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Pattern;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A node of a compiled schema.
 *
 * @param types the accepted JSON types; empty accepts all
 * @param fallback the default value
 * @param entries the schema of map values
 */
record SchemaNode(
        List<String> types,
        boolean nullable,
        Optional<JsonNode> fallback,
        Map<String, SchemaNode> properties,
        Optional<SchemaNode> items,
        Entries entries,
        Limits limits,
        Junctors junctors,
        Extensions extensions,
        List<Rule> rules) {

    SchemaNode {
        types = List.copyOf(types);
        rules = List.copyOf(rules);
    }

    /** The value of {@code additionalProperties}. */
    sealed interface Entries {
        /** Not specified. */
        record Unspecified() implements Entries {}

        record Allowed() implements Entries {}

        record Forbidden() implements Entries {}

        record Typed(SchemaNode schema) implements Entries {}
    }

    /** Constraints on values of the right type. Absent constraints are empty. */
    record Limits(
            String format,
            Optional<Double> minimum,
            boolean exclusiveMinimum,
            Optional<Double> maximum,
            boolean exclusiveMaximum,
            Optional<Double> multipleOf,
            Optional<Long> minLength,
            Optional<Long> maxLength,
            Optional<LazyPattern> pattern,
            Optional<Long> minItems,
            Optional<Long> maxItems,
            boolean uniqueItems,
            Optional<Long> minProperties,
            Optional<Long> maxProperties,
            List<String> required,
            List<JsonNode> choices) {}

    record Junctors(List<SchemaNode> allOf, List<SchemaNode> anyOf, List<SchemaNode> oneOf, Optional<SchemaNode> not) {
        boolean isEmpty() {
            return allOf.isEmpty() && anyOf.isEmpty() && oneOf.isEmpty() && not.isEmpty();
        }
    }

    /** The {@code x-kubernetes-…} keywords that change how a value is stored and merged. */
    record Extensions(
            boolean preserveUnknownFields,
            boolean embeddedResource,
            boolean intOrString,
            ListKind listKind,
            List<String> mapKeys,
            boolean atomicMap,
            Optional<String> patchMergeKey,
            Set<String> patchStrategies) {}

    /** An entry of {@code x-kubernetes-validations}. */
    record Rule(
            String expression,
            String message,
            String messageExpression,
            String reason,
            String fieldPath,
            boolean optionalOldSelf) {}

    /** A pattern compiled at first use, because most patterns of most CRDs are never used. */
    static final class LazyPattern {
        private final String text;
        private final Supplier<Pattern> compiled;

        LazyPattern(String text) {
            this.text = text;
            this.compiled = new LazyValue<>(() -> Pattern.compile(text));
        }

        String text() {
            return text;
        }

        boolean matches(String value) {
            return compiled.get().matcher(value).find();
        }
    }

    /** Returns the schema of a field, either a property or a map entry. */
    Optional<SchemaNode> field(String name) {
        SchemaNode property = properties.get(name);
        if (property != null) {
            return Optional.of(property);
        }
        return entries instanceof Entries.Typed(SchemaNode schema) ? Optional.of(schema) : Optional.empty();
    }

    /** Whether an object may have this field. */
    boolean knows(String name) {
        return properties.containsKey(name)
                || !(entries instanceof Entries.Unspecified || entries instanceof Entries.Forbidden);
    }

    boolean hasRules() {
        return !rules.isEmpty()
                || properties.values().stream().anyMatch(SchemaNode::hasRules)
                || items.filter(SchemaNode::hasRules).isPresent()
                || (entries instanceof Entries.Typed(SchemaNode schema) && schema.hasRules());
    }
}
