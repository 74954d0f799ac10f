package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.ConfigValue.Kind;
import dev.butlerlabs.core.config.VariableResolver.Resolved;
import dev.butlerlabs.core.error.SpellingSuggestion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/** One word of a fixed list. */
final class EnumValueType<T> extends ScalarValueType<T> {
    private static final int LONGEST_TYPO = 64;

    private final SequencedMap<String, T> words;

    EnumValueType(SequencedMap<String, T> words) {
        this.words = new LinkedHashMap<>(words);
    }

    @Override
    Optional<T> parse(ConfigReadContext place, Kind kind, Resolved text) {
        Optional<T> meant = Optional.ofNullable(words.get(text.text()));
        return meant.isPresent()
                ? meant
                : refuse(place, "must be %s, not %s".formatted(phrase(), shown(text)), suggestion(text));
    }

    private String suggestion(Resolved text) {
        return text.referred() || text.text().length() > LONGEST_TYPO
                ? ""
                : SpellingSuggestion.to(text.text(), words.keySet())
                        .map(word -> "did you mean " + word + "?")
                        .orElse("");
    }

    @Override
    Map<String, Object> plainSchema() {
        return JsonSchemaBuilder.of("enum", List.copyOf(words.keySet()));
    }

    @Override
    String phrase() {
        return words.size() == 1 ? words.firstEntry().getKey() : "one of " + String.join(", ", words.keySet());
    }
}
