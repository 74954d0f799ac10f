package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.References.Resolved;
import dev.butlerlabs.core.config.Value.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A text. Numbers and booleans are accepted as written, so that a name of digits needs no quotes. */
final class TextShape extends ScalarShape<String> {
    static final Map<String, Object> ANY = JsonTree.of("type", List.of("string", "number", "boolean"));

    private final Optional<Pattern> pattern;
    private final String phrase;

    TextShape() {
        this.pattern = Optional.empty();
        this.phrase = "text";
    }

    TextShape(String pattern, String phrase) {
        this.pattern = Optional.of(Pattern.compile(pattern));
        this.phrase = phrase;
    }

    @Override
    Optional<String> parse(Place place, Kind kind, Resolved text) {
        if (pattern.isPresent() && !pattern.get().matcher(text.text()).find()) {
            return refuse(place, "must be %s, not %s".formatted(phrase, shown(text)));
        }
        return Optional.of(text.text());
    }

    @Override
    Map<String, Object> plainSchema() {
        return pattern.<Map<String, Object>>map(
                        form -> JsonTree.of("type", List.of("string", "number", "boolean"), "pattern", form.pattern()))
                .orElse(ANY);
    }

    @Override
    String phrase() {
        return phrase;
    }
}
