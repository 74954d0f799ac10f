package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.FieldError;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.embedded.schema.StructuralSchema;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The schema of a resource type, compiled at first use. Thread-safe. */
public final class ResourceSchema {
    private final Supplier<Optional<StructuralSchema>> source;
    private final boolean validates;
    private final boolean unchanged;
    private volatile Optional<StructuralSchema> schema;

    private ResourceSchema(Supplier<Optional<StructuralSchema>> source, boolean validates, boolean unchanged) {
        this.source = source;
        this.validates = validates;
        this.unchanged = unchanged;
    }

    /**
     * Returns the schema of a custom resource, which is enforced completely.
     *
     * @param unchanged whether the schema is unchanged since the first object was stored
     */
    public static ResourceSchema custom(Supplier<StructuralSchema> schema, boolean unchanged) {
        return new ResourceSchema(() -> Optional.of(schema.get()), true, unchanged);
    }

    /** Returns the schema of a built-in resource type: unknown fields are pruned, values are validated by its strategy. */
    public static ResourceSchema builtin(Supplier<Optional<StructuralSchema>> schema) {
        return new ResourceSchema(schema, false, true);
    }

    /** Whether stored objects are known to conform, so that they are neither pruned nor defaulted when they are read. */
    public boolean isUnchanged() {
        return unchanged;
    }

    public Optional<StructuralSchema> schema() {
        Optional<StructuralSchema> known = schema;
        if (known == null) {
            synchronized (this) {
                if (schema == null) {
                    schema = source.get();
                }
                known = schema;
            }
        }
        return known;
    }

    /** Removes unknown fields and returns their paths. */
    public List<String> prune(ObjectNode object) {
        return schema().map(known -> known.prune(object)).orElse(List.of());
    }

    public void applyDefaults(ObjectNode object) {
        schema().ifPresent(known -> known.applyDefaults(object));
    }

    public List<FieldError> validate(ObjectNode object) {
        return validates ? schema().map(known -> known.validate(object)).orElse(List.of()) : List.of();
    }

    public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old) {
        return validates
                ? schema().map(known -> known.validateUpdate(object, old)).orElse(List.of())
                : List.of();
    }

    /**
     * Returns the values in a built-in object that do not have the type of their field. Custom resources are decoded regardless of their
     * types and validated later.
     */
    public List<FieldError> misread(ObjectNode object) {
        if (validates) {
            return List.of();
        }
        return schema().map(known -> known.validate(object)).orElse(List.of()).stream()
                .filter(error -> error.kind() == FieldError.Kind.TYPE_INVALID
                        || error.detail().contains("must be of type"))
                .toList();
    }

    public FieldTypes types() {
        return schema().map(StructuralSchema::types).orElse(FieldTypes.UNKNOWN);
    }
}
