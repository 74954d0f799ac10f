package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The {@link FieldTypes} of a schema node. */
record SchemaFieldTypes(SchemaNode node, boolean resource) implements FieldTypes {

    private static final FieldTypes METADATA = new SchemaFieldTypes(ObjectMetaSchema.NODE, false);

    @Override
    public FieldTypes field(String name) {
        if (resource && name.equals("metadata")) {
            return METADATA;
        }
        return view(node.field(name));
    }

    @Override
    public FieldTypes items() {
        return view(node.items());
    }

    private static FieldTypes view(Optional<SchemaNode> below) {
        return below.<FieldTypes>map(schema ->
                        new SchemaFieldTypes(schema, schema.extensions().embeddedResource()))
                .orElse(UNKNOWN);
    }

    @Override
    public ListKind listKind() {
        return node.extensions().listKind();
    }

    @Override
    public List<String> mapKeys() {
        return node.extensions().mapKeys();
    }

    @Override
    public boolean atomicMap() {
        return node.extensions().atomicMap();
    }

    @Override
    public boolean knows(String name) {
        return (resource && List.of("apiVersion", "kind", "metadata").contains(name)) || node.knows(name);
    }

    @Override
    public boolean closed() {
        return !node.properties().isEmpty()
                && !node.extensions().preserveUnknownFields()
                && (node.entries() instanceof SchemaNode.Entries.Unspecified
                        || node.entries() instanceof SchemaNode.Entries.Forbidden);
    }

    @Override
    public Optional<JsonNode> defaultFor(String key) {
        return node.items().flatMap(items -> items.field(key)).flatMap(SchemaNode::fallback);
    }

    @Override
    public Optional<String> patchMergeKey() {
        return node.extensions().patchMergeKey();
    }

    @Override
    public Set<String> patchStrategies() {
        return node.extensions().patchStrategies();
    }
}
