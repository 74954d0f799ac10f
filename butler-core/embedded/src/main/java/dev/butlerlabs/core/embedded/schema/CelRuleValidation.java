package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.cel.common.values.NullValue;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Evaluates the validation rules of a schema against an object. */
final class CelRuleValidation {
    private static final int LONGEST_MESSAGE = 5 * 1024;

    private final List<FieldError> errors = new ArrayList<>();

    private CelRuleValidation() {}

    static List<FieldError> validate(JsonNode object, Optional<JsonNode> old, RuleNode rules) {
        CelRuleValidation validation = new CelRuleValidation();
        validation.value(object, old, false, rules, FieldPath.ROOT);
        return validation.errors;
    }

    /**
     * Evaluates the rules of a value and its children.
     *
     * @param inherited whether the surrounding value is unchanged, for a value that cannot be correlated itself
     */
    private void value(JsonNode value, Optional<JsonNode> old, boolean inherited, RuleNode node, FieldPath path) {
        if (value.isNull()) {
            return;
        }
        boolean unchanged =
                old.map(before -> JsonNumberComparison.same(before, value)).orElse(inherited);
        if (!node.rules().isEmpty()) {
            rules(value, old, unchanged, node, path);
        }
        if (value.isArray()) {
            array(value, old, unchanged, node, path);
        } else if (value.isObject()) {
            object(value, old, unchanged, node, path);
        }
    }

    private void array(JsonNode array, Optional<JsonNode> old, boolean unchanged, RuleNode node, FieldPath path) {
        node.items().ifPresent(items -> {
            for (int place = 0; place < array.size(); place++) {
                JsonNode element = array.get(place);
                Optional<JsonNode> before = OldValueCorrelation.element(old, node.schema(), element);
                value(element, before, unchanged, items, path.index(place));
            }
        });
    }

    private void object(JsonNode object, Optional<JsonNode> old, boolean unchanged, RuleNode node, FieldPath path) {
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            String name = field.getKey();
            Optional<JsonNode> before = OldValueCorrelation.field(old, name);
            RuleNode property = node.properties().get(name);
            if (property != null) {
                value(field.getValue(), before, unchanged, property, path.child(name));
            }
            node.entries().ifPresent(entry -> value(field.getValue(), before, unchanged, entry, path.key(name)));
        }
    }

    private void rules(JsonNode value, Optional<JsonNode> old, boolean unchanged, RuleNode node, FieldPath path) {
        Object self = RuleValues.of(value, node.schema());
        Optional<Object> oldSelf =
                old.filter(before -> !before.isNull()).map(before -> RuleValues.of(before, node.schema()));
        for (CompiledRule rule : node.rules()) {
            boolean optional = rule.source().optionalOldSelf();
            if (rule.comparesWithOld() && oldSelf.isEmpty() && !optional) {
                continue;
            }
            Map<String, Object> variables = new HashMap<>();
            variables.put("self", self);
            variables.put("oldSelf", optional ? oldSelf : oldSelf.orElse(NullValue.NULL_VALUE));
            rule(value, unchanged && !rule.comparesWithOld(), rule, variables, node.schema(), path);
        }
    }

    private void rule(
            JsonNode value,
            boolean tolerated,
            CompiledRule rule,
            Map<String, Object> variables,
            SchemaNode schema,
            FieldPath path) {
        try {
            boolean fulfilled = Boolean.TRUE.equals(rule.program().eval(variables));
            if (!fulfilled && !tolerated) {
                errors.add(broken(value, rule, variables, schema, path));
            }
        } catch (CelEvaluationException failed) {
            String type = schema.types().isEmpty() || schema.extensions().intOrString()
                    ? ""
                    : schema.types().getFirst();
            String detail = RuleFailures.describe(failed, shown(rule.source()));
            errors.add(FieldError.invalid(path.reported(), TextNode.valueOf(type), detail));
        }
    }

    private static FieldError broken(
            JsonNode value, CompiledRule rule, Map<String, Object> variables, SchemaNode schema, FieldPath path) {
        String place = RulePath.of(rule.source().fieldPath())
                .map(target -> target.from(path, schema))
                .orElse(path)
                .reported();
        String detail = rule.message()
                .flatMap(message -> message(message, variables))
                .orElseGet(() -> rule.source().message().isBlank()
                        ? "failed rule: " + shown(rule.source())
                        : rule.source().message().strip());
        JsonNode bad = value.isContainerNode() ? MissingNode.getInstance() : value;
        return switch (rule.source().reason()) {
            case "FieldValueForbidden" -> FieldError.forbidden(place, detail);
            case "FieldValueRequired" -> FieldError.required(place, detail);
            case "FieldValueDuplicate" -> FieldError.duplicate(place, bad);
            default -> FieldError.invalid(place, bad, detail);
        };
    }

    /** Evaluates a messageExpression; empty, so that the static message is used, if it fails or its result is not a single line. */
    private static Optional<String> message(CelRuntime.Program message, Map<String, Object> variables) {
        try {
            return Optional.ofNullable(message.eval(variables))
                    .map(made -> made.toString().strip())
                    .filter(made -> !made.isEmpty() && made.length() <= LONGEST_MESSAGE && made.indexOf('\n') < 0);
        } catch (CelEvaluationException failed) {
            return Optional.empty();
        }
    }

    private static String shown(SchemaNode.Rule rule) {
        return (rule.message().isBlank() ? rule.expression() : rule.message()).strip();
    }
}
