package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.References.Resolved;
import dev.butlerlabs.core.config.Value.Kind;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** An address, or a range of addresses. */
final class AddressShape<T> extends ScalarShape<T> {
    private final String phrase;
    private final String pattern;
    private final Function<String, Optional<T>> parser;

    /** @param pattern regular expression for editors; the parser is stricter */
    AddressShape(String phrase, String pattern, Function<String, Optional<T>> parser) {
        this.phrase = phrase;
        this.pattern = pattern;
        this.parser = parser;
    }

    @Override
    Optional<T> parse(Place place, Kind kind, Resolved text) {
        Optional<T> address = parser.apply(text.text());
        return address.isPresent() ? address : refuse(place, "must be %s, not %s".formatted(phrase, shown(text)));
    }

    @Override
    Map<String, Object> plainSchema() {
        return JsonTree.of("type", "string", "pattern", "^" + pattern + "$");
    }

    @Override
    String phrase() {
        return phrase;
    }
}
