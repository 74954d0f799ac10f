package dev.butlerlabs.core.embedded.schema;

import dev.butlerlabs.core.embedded.schema.SchemaNode.Entries;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The compiled rules of a schema node and of its descendants; nodes without rules are omitted. */
record RuleNode(
        SchemaNode schema,
        List<CompiledRule> rules,
        Map<String, RuleNode> properties,
        Optional<RuleNode> items,
        Optional<RuleNode> entries) {

    static RuleNode compile(SchemaNode schema, boolean resource) {
        Map<String, RuleNode> properties = new LinkedHashMap<>();
        schema.properties().forEach((name, property) -> {
            if (property.hasRules()) {
                properties.put(name, compile(property, false));
            }
        });
        Optional<RuleNode> entries = schema.entries() instanceof Entries.Typed(SchemaNode value) && value.hasRules()
                ? Optional.of(compile(value, false))
                : Optional.empty();
        return new RuleNode(
                schema,
                schema.rules().isEmpty() ? List.of() : RuleCompiler.compileAll(schema, resource),
                properties,
                schema.items().filter(SchemaNode::hasRules).map(items -> compile(items, false)),
                entries);
    }
}
