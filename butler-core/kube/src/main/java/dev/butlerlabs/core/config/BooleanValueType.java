package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.ConfigValue.Kind;
import dev.butlerlabs.core.config.VariableResolver.Resolved;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A boolean. */
final class BooleanValueType extends ScalarValueType<Boolean> {
    private static final Set<String> YES = Set.of("true", "yes", "on", "y");
    private static final Set<String> NO = Set.of("false", "no", "off", "n");

    @Override
    Optional<Boolean> parse(ConfigReadContext place, Kind kind, Resolved text) {
        String word = text.text().toLowerCase(Locale.ROOT);
        boolean written = kind == Kind.TRUTH || text.referred();
        if (written && (word.equals("true") || word.equals("false"))) {
            return Optional.of(word.equals("true"));
        }
        return refuse(place, "must be true or false, not " + shown(text), suggestion(word));
    }

    private static String suggestion(String word) {
        if (YES.contains(word)) {
            return "write true, without quotes";
        }
        return NO.contains(word) ? "write false, without quotes" : "";
    }

    @Override
    Map<String, Object> plainSchema() {
        return JsonSchemaBuilder.of("type", "boolean");
    }

    @Override
    String phrase() {
        return "true or false";
    }
}
