package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.ConfigValue.Mapping;
import dev.butlerlabs.core.config.ConfigValue.Scalar;
import dev.butlerlabs.core.config.ConfigValue.Sequence;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A map with any content, which another program interprets. */
final class TreeValueType extends ConfigValueType<Map<String, Object>> {
    @Override
    Optional<Map<String, Object>> read(ConfigReadContext place, ConfigValue value) {
        if (!(value instanceof Mapping mapping)) {
            place.report("must be a map, not " + value.phrase(), "");
            return Optional.empty();
        }
        return Optional.of(tree(mapping));
    }

    private static Map<String, Object> tree(Mapping mapping) {
        Map<String, Object> tree = new LinkedHashMap<>();
        mapping.entries().forEach((name, entry) -> tree.put(name, plain(entry.value())));
        return Collections.unmodifiableMap(tree);
    }

    private static Object plain(ConfigValue value) {
        return switch (value) {
            case Mapping mapping -> tree(mapping);
            case Sequence sequence ->
                sequence.items().stream().map(TreeValueType::plain).toList();
            case Scalar scalar -> scalar(scalar);
        };
    }

    private static Object scalar(Scalar scalar) {
        return switch (scalar.kind()) {
            case TEXT -> scalar.text();
            case WHOLE -> whole(scalar.text());
            case FRACTION -> fraction(scalar.text());
            case TRUTH -> Boolean.valueOf(scalar.text());
            case NOTHING -> null;
        };
    }

    /** Notations other than decimal, such as hexadecimal, stay as they are written. */
    private static Object whole(String text) {
        try {
            BigInteger number = new BigInteger(text);
            return number.bitLength() < Long.SIZE ? (Object) number.longValue() : number;
        } catch (NumberFormatException e) {
            return text;
        }
    }

    private static Object fraction(String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            return text;
        }
    }

    @Override
    Map<String, Object> schema() {
        return JsonSchemaBuilder.of("type", "object");
    }

    @Override
    String phrase() {
        return "a map";
    }
}
