package dev.butlerlabs.core.embedded.schema;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableMap;
import dev.butlerlabs.core.embedded.schema.SchemaNode.Entries;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Derives the CEL types of rules from schemas. */
final class RuleTypes {
    private final Map<String, CelType> structs = new LinkedHashMap<>();

    /** Returns the type of a value; the object itself and embedded resources also have apiVersion, kind and metadata.name. */
    CelType typeOf(SchemaNode schema, boolean resource) {
        return typeOf(schema, resource, "selfType");
    }

    /** Returns a type whose name starts with a character that is invalid in CEL, so that no field can be mistaken for a type. */
    private CelType typeOf(SchemaNode schema, boolean resource, String name) {
        return plainTypeOf(schema, resource || schema.extensions().embeddedResource(), name);
    }

    private CelType plainTypeOf(SchemaNode schema, boolean resource, String name) {
        if (schema.extensions().intOrString() || schema.types().isEmpty()) {
            return SimpleType.DYN;
        }
        return switch (schema.types().getFirst()) {
            case "object" -> object(schema, resource, name);
            case "array" ->
                ListType.create(schema.items()
                        .map(items -> typeOf(items, false, name + ".@idx"))
                        .orElse(SimpleType.DYN));
            case "string" -> text(schema.limits().format());
            case "integer" -> SimpleType.INT;
            case "number" -> SimpleType.DOUBLE;
            case "boolean" -> SimpleType.BOOL;
            default -> SimpleType.DYN;
        };
    }

    private static CelType text(String format) {
        return switch (format) {
            case "byte" -> SimpleType.BYTES;
            case "date", "date-time", "datetime" -> SimpleType.TIMESTAMP;
            case "duration" -> SimpleType.DURATION;
            default -> SimpleType.STRING;
        };
    }

    private CelType object(SchemaNode schema, boolean resource, String name) {
        if (schema.entries() instanceof Entries.Typed(SchemaNode value)) {
            return MapType.create(SimpleType.STRING, typeOf(value, false, name + ".@elem"));
        }
        if (schema.entries() instanceof Entries.Allowed) {
            return MapType.create(SimpleType.STRING, SimpleType.DYN);
        }
        boolean open = schema.extensions().preserveUnknownFields()
                && schema.properties().isEmpty();
        if (open && !resource) {
            return SimpleType.DYN;
        }
        Map<String, CelType> fields = new LinkedHashMap<>();
        schema.properties()
                .forEach((field, property) ->
                        fields.put(PropertyNames.escape(field), typeOf(property, false, name + "." + field)));
        if (resource) {
            fields.put("apiVersion", SimpleType.STRING);
            fields.put("kind", SimpleType.STRING);
            fields.put(
                    "metadata",
                    struct(name + ".metadata", Map.of("name", SimpleType.STRING, "generateName", SimpleType.STRING)));
        }
        return struct(name, fields);
    }

    private StructType struct(String name, Map<String, CelType> fields) {
        ImmutableMap<String, CelType> types = ImmutableMap.copyOf(fields);
        StructType struct =
                StructType.create("#" + name, types.keySet(), field -> Optional.ofNullable(types.get(field)));
        structs.put(struct.name(), struct);
        return struct;
    }

    /** Returns the types created so far, by name. */
    CelTypeProvider provider() {
        return new Provider(ImmutableMap.copyOf(structs));
    }

    private record Provider(ImmutableMap<String, CelType> structs) implements CelTypeProvider {
        @Override
        public ImmutableCollection<CelType> types() {
            return structs.values();
        }

        @Override
        public Optional<CelType> findType(String name) {
            return Optional.ofNullable(structs.get(name));
        }
    }
}
