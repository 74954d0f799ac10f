package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.ConfigValue.Kind;
import dev.butlerlabs.core.config.ConfigValue.Scalar;
import dev.butlerlabs.core.config.VariableResolver.Resolved;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A scalar value; variables can supply all or part of it. */
abstract class ScalarValueType<T> extends ConfigValueType<T> {
    private static final Map<String, Object> REFERENCE = JsonSchemaBuilder.of("$ref", "#/$defs/reference");

    @Override
    final Optional<T> read(ConfigReadContext place, ConfigValue value) {
        if (!(value instanceof Scalar scalar)) {
            return refuse(place, "must be %s, not %s".formatted(phrase(), value.phrase()));
        }
        return VariableResolver.resolve(place, scalar.text()).flatMap(text -> parse(place, scalar.kind(), text));
    }

    /** Parses a text. The kind describes how the text was written; ignore it if the text came from a reference. */
    abstract Optional<T> parse(ConfigReadContext place, Kind kind, Resolved text);

    /** Returns the JSON Schema of a value without references. */
    abstract Map<String, Object> plainSchema();

    @Override
    final Map<String, Object> schema() {
        Map<String, Object> plain = plainSchema();
        return plain.equals(TextValueType.ANY) ? plain : JsonSchemaBuilder.of("anyOf", List.of(plain, REFERENCE));
    }

    static <T> Optional<T> refuse(ConfigReadContext place, String sentence) {
        return refuse(place, sentence, "");
    }

    static <T> Optional<T> refuse(ConfigReadContext place, String sentence, String hint) {
        place.report(sentence, hint);
        return Optional.empty();
    }

    /** Formats a value for a message. A value from a reference is not shown because it may be a secret. */
    static String shown(Resolved text) {
        return text.referred() ? "the referenced value" : "'" + MessageExcerpt.text(text.text()) + "'";
    }
}
