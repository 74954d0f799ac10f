package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.RuleCompiler.RuleException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Validates that the rules of a schema compile, and that {@code oldSelf} is used only where old values can be correlated. */
final class RuleCheck {
    private final List<FieldError> errors = new ArrayList<>();

    private RuleCheck() {}

    static List<FieldError> check(JsonNode source, SchemaNode root, FieldPath path) {
        RuleCheck check = new RuleCheck();
        if (root.hasRules()) {
            check.schema(source, root, true, Optional.empty(), path);
        }
        return check.errors;
    }

    /**
     * Checks the rules of a schema and its children.
     *
     * @param unpaired the nearest surrounding list whose elements cannot be correlated with old ones
     */
    private void schema(
            JsonNode source, SchemaNode schema, boolean resource, Optional<FieldPath> unpaired, FieldPath path) {
        if (!schema.rules().isEmpty()) {
            rules(source, schema, resource, unpaired, path.child("x-kubernetes-validations"));
        }
        schema.properties().forEach((name, property) -> {
            if (property.hasRules()) {
                schema(
                        source.path("properties").path(name),
                        property,
                        false,
                        unpaired,
                        path.child("properties").key(name));
            }
        });
        schema.items().filter(SchemaNode::hasRules).ifPresent(items -> {
            boolean paired = schema.extensions().listKind() == ListKind.MAP;
            schema(source.path("items"), items, false, paired ? unpaired : Optional.of(path), path.child("items"));
        });
        if (schema.entries() instanceof SchemaNode.Entries.Typed(SchemaNode value) && value.hasRules()) {
            schema(source.path("additionalProperties"), value, false, unpaired, path.child("additionalProperties"));
        }
    }

    private void rules(
            JsonNode source, SchemaNode schema, boolean resource, Optional<FieldPath> unpaired, FieldPath path) {
        RuleCompiler compiler = new RuleCompiler(schema, resource);
        for (int place = 0; place < schema.rules().size(); place++) {
            JsonNode rule = source.path("x-kubernetes-validations").path(place);
            try {
                CompiledRule compiled = compiler.compile(schema.rules().get(place));
                oldValues(compiled, rule, unpaired, path.index(place));
            } catch (RuleException unfit) {
                errors.add(FieldError.invalid(
                        path.index(place).child(unfit.part()).toString(), shown(rule), unfit.getMessage()));
            }
        }
    }

    private void oldValues(CompiledRule compiled, JsonNode rule, Optional<FieldPath> unpaired, FieldPath path) {
        if (compiled.comparesWithOld() && unpaired.isPresent()) {
            errors.add(FieldError.invalid(
                    path.child("rule").toString(),
                    rule.path("rule"),
                    "oldSelf cannot be used on the uncorrelatable portion of the schema within " + unpaired.get()));
        }
        if (!compiled.comparesWithOld() && rule.hasNonNull("optionalOldSelf")) {
            errors.add(FieldError.invalid(
                    path.child("optionalOldSelf").toString(),
                    rule.get("optionalOldSelf"),
                    "may not be set if oldSelf is not used in rule"));
        }
    }

    /** Returns a rule as kube-apiserver prints it: with all fields, by the names of the Go struct. */
    private static JsonNode shown(JsonNode rule) {
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        shown.put("Rule", rule.path("rule").asText());
        shown.put("Message", rule.path("message").asText());
        shown.put("MessageExpression", rule.path("messageExpression").asText());
        shown.set("Reason", rule.path("reason").isTextual() ? rule.get("reason") : NullNode.getInstance());
        shown.put("FieldPath", rule.path("fieldPath").asText());
        shown.set(
                "OptionalOldSelf",
                rule.path("optionalOldSelf").isBoolean() ? rule.get("optionalOldSelf") : NullNode.getInstance());
        return shown;
    }
}
