package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.ConfigValue.Kind;
import dev.butlerlabs.core.config.VariableResolver.Resolved;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A text. Numbers and booleans are accepted as written, so that a name of digits needs no quotes. */
final class TextValueType extends ScalarValueType<String> {
    static final Map<String, Object> ANY = JsonSchemaBuilder.of("type", List.of("string", "number", "boolean"));

    private final Optional<Pattern> pattern;
    private final String phrase;

    TextValueType() {
        this.pattern = Optional.empty();
        this.phrase = "text";
    }

    TextValueType(String pattern, String phrase) {
        this.pattern = Optional.of(Pattern.compile(pattern));
        this.phrase = phrase;
    }

    @Override
    Optional<String> parse(ConfigReadContext place, Kind kind, Resolved text) {
        if (pattern.isPresent() && !pattern.get().matcher(text.text()).find()) {
            return refuse(place, "must be %s, not %s".formatted(phrase, shown(text)));
        }
        return Optional.of(text.text());
    }

    @Override
    Map<String, Object> plainSchema() {
        return pattern.<Map<String, Object>>map(form ->
                        JsonSchemaBuilder.of("type", List.of("string", "number", "boolean"), "pattern", form.pattern()))
                .orElse(ANY);
    }

    @Override
    String phrase() {
        return phrase;
    }
}
