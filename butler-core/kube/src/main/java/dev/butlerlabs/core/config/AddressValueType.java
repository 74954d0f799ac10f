package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.ConfigValue.Kind;
import dev.butlerlabs.core.config.VariableResolver.Resolved;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** An address, or a range of addresses. */
final class AddressValueType<T> extends ScalarValueType<T> {
    private final String phrase;
    private final String pattern;
    private final Function<String, Optional<T>> parser;

    /** @param pattern regular expression for editors; the parser is stricter */
    AddressValueType(String phrase, String pattern, Function<String, Optional<T>> parser) {
        this.phrase = phrase;
        this.pattern = pattern;
        this.parser = parser;
    }

    @Override
    Optional<T> parse(ConfigReadContext place, Kind kind, Resolved text) {
        Optional<T> address = parser.apply(text.text());
        return address.isPresent() ? address : refuse(place, "must be %s, not %s".formatted(phrase, shown(text)));
    }

    @Override
    Map<String, Object> plainSchema() {
        return JsonSchemaBuilder.of("type", "string", "pattern", "^" + pattern + "$");
    }

    @Override
    String phrase() {
        return phrase;
    }
}
