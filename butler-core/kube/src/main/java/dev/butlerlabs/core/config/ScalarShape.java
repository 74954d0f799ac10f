package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.References.Resolved;
import dev.butlerlabs.core.config.Value.Kind;
import dev.butlerlabs.core.config.Value.Scalar;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A single value; part or all of it may come from a variable. */
abstract class ScalarShape<T> extends Shape<T> {
    private static final Map<String, Object> REFERENCE = JsonTree.of("$ref", "#/$defs/reference");

    @Override
    final Optional<T> read(Place place, Value value) {
        if (!(value instanceof Scalar scalar)) {
            return refuse(place, "must be %s, not %s".formatted(phrase(), value.phrase()));
        }
        return References.resolve(place, scalar.text()).flatMap(text -> parse(place, scalar.kind(), text));
    }

    /** The value of a text. Its kind says how it was written and means nothing when the text was referred to. */
    abstract Optional<T> parse(Place place, Kind kind, Resolved text);

    /** The rule for a value that is written out. */
    abstract Map<String, Object> plainSchema();

    @Override
    final Map<String, Object> schema() {
        Map<String, Object> plain = plainSchema();
        return plain.equals(TextShape.ANY) ? plain : JsonTree.of("anyOf", List.of(plain, REFERENCE));
    }

    static <T> Optional<T> refuse(Place place, String sentence) {
        return refuse(place, sentence, "");
    }

    static <T> Optional<T> refuse(Place place, String sentence, String hint) {
        place.report(sentence, hint);
        return Optional.empty();
    }

    /** A value for a sentence. What came from outside the file is not shown: it may be a secret. */
    static String shown(Resolved text) {
        return text.referred() ? "what the reference stands for" : "'" + Shown.text(text.text()) + "'";
    }
}
