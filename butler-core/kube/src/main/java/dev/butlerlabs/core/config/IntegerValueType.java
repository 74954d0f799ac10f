package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.ConfigValue.Kind;
import dev.butlerlabs.core.config.VariableResolver.Resolved;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** An integer within bounds. */
final class IntegerValueType extends ScalarValueType<Integer> {
    private static final Pattern DIGITS = Pattern.compile("[-+]?[0-9]+");

    private final int smallest;
    private final int largest;

    IntegerValueType(int smallest, int largest) {
        this.smallest = smallest;
        this.largest = largest;
    }

    @Override
    Optional<Integer> parse(ConfigReadContext place, Kind kind, Resolved text) {
        if (!DIGITS.matcher(text.text()).matches()) {
            return refuse(place, "must be %s, not %s".formatted(phrase(), shown(text)));
        }
        if (kind == Kind.TEXT && !text.referred()) {
            return refuse(place, "must be %s, not text".formatted(phrase()), "remove the quotes");
        }
        Optional<Integer> number = number(text.text()).filter(n -> n >= smallest && n <= largest);
        return number.isPresent() ? number : refuse(place, "must be %s, not %s".formatted(phrase(), shown(text)));
    }

    private static Optional<Integer> number(String text) {
        try {
            return Optional.of(Integer.valueOf(text));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    @Override
    Map<String, Object> plainSchema() {
        return largest == Integer.MAX_VALUE
                ? JsonSchemaBuilder.of("type", "integer", "minimum", smallest)
                : JsonSchemaBuilder.of("type", "integer", "minimum", smallest, "maximum", largest);
    }

    @Override
    String phrase() {
        String bounds = largest == Integer.MAX_VALUE
                ? "greater than or equal to " + smallest
                : "from %d to %d".formatted(smallest, largest);
        return "an integer " + bounds;
    }
}
