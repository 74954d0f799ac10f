package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.FieldError;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.embedded.schema.StructuralSchema;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What a kind's schema says, worked out when it is first needed. */
public final class Shape {
    /** A kind nothing is known about. */
    public static final Shape UNKNOWN = new Shape(Optional::empty, false);

    private final Supplier<Optional<StructuralSchema>> source;
    private final boolean validates;
    private volatile Optional<StructuralSchema> schema;

    private Shape(Supplier<Optional<StructuralSchema>> source, boolean validates) {
        this.source = source;
        this.validates = validates;
    }

    /** The shape of a custom resource: everything its schema says is enforced. */
    public static Shape custom(Supplier<StructuralSchema> schema) {
        return new Shape(() -> Optional.of(schema.get()), true);
    }

    /** The shape of a built-in kind: unknown fields are found, values are left to the kind's own rules. */
    public static Shape builtin(Supplier<Optional<StructuralSchema>> schema) {
        return new Shape(schema, false);
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

    /** Removes what the schema does not know and returns the paths. */
    public List<String> prune(ObjectNode object) {
        return schema().map(known -> known.prune(object)).orElse(List.of());
    }

    public void applyDefaults(ObjectNode object) {
        if (validates) {
            schema().ifPresent(known -> known.applyDefaults(object));
        }
    }

    public List<FieldError> validate(ObjectNode object) {
        return validates ? schema().map(known -> known.validate(object)).orElse(List.of()) : List.of();
    }

    public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old) {
        return validates
                ? schema().map(known -> known.validateUpdate(object, old)).orElse(List.of())
                : List.of();
    }

    public FieldTypes types() {
        return schema().map(StructuralSchema::types).orElse(FieldTypes.UNKNOWN);
    }
}
