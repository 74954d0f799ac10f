package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Converts JSON values to CEL values. */
final class RuleValues {
    private static final SchemaNode ANYTHING =
            SchemaReader.read(com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.objectNode());

    private RuleValues() {}

    static Object of(JsonNode value, SchemaNode schema) {
        return switch (value.getNodeType()) {
            case OBJECT -> object(value, schema);
            case ARRAY -> array(value, schema.items().orElse(ANYTHING));
            case STRING -> text(value.textValue(), schema.limits().format());
            case NUMBER -> number(value, schema);
            case BOOLEAN -> value.booleanValue();
            case NULL, MISSING, BINARY, POJO -> NullValue.NULL_VALUE;
        };
    }

    /** Converts an object; map keys are unchanged, property names are escaped for CEL. */
    private static Map<String, Object> object(JsonNode object, SchemaNode schema) {
        Map<String, Object> fields = new HashMap<>();
        boolean map = schema.properties().isEmpty();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            String name = map ? field.getKey() : PropertyNames.escape(field.getKey());
            Optional<SchemaNode> below = schema.field(field.getKey());
            fields.put(name, of(field.getValue(), below.orElse(ANYTHING)));
        }
        return fields;
    }

    private static List<Object> array(JsonNode array, SchemaNode items) {
        List<Object> elements = new ArrayList<>(array.size());
        array.forEach(element -> elements.add(of(element, items)));
        return elements;
    }

    private static Object number(JsonNode number, SchemaNode schema) {
        boolean real = schema.types().contains("number")
                || (!schema.types().contains("integer") && !number.isIntegralNumber());
        return real ? (Object) number.doubleValue() : (Object) number.longValue();
    }

    private static Object text(String text, String format) {
        return switch (format) {
            case "byte" -> CelByteString.of(Base64.getDecoder().decode(text));
            case "date" -> LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
            case "date-time", "datetime" ->
                OffsetDateTime.parse(text.toUpperCase(Locale.ROOT)).toInstant();
            case "duration" -> duration(text);
            default -> text;
        };
    }

    private static Duration duration(String text) {
        com.google.re2j.Matcher parts = com.google.re2j.Pattern.compile("(\\d+(?:\\.\\d*)?|\\.\\d+)\\s*([a-zµμ]+)")
                .matcher(text.toLowerCase(Locale.ROOT));
        double nanoseconds = 0;
        while (parts.find()) {
            nanoseconds += Double.parseDouble(parts.group(1)) * unit(parts.group(2));
        }
        Duration span = Duration.ofNanos((long) nanoseconds);
        return text.startsWith("-") ? span.negated() : span;
    }

    private static double unit(String name) {
        return switch (name) {
            case "ns", "nano", "nanos" -> 1;
            case "us", "µs", "μs", "micro", "micros" -> 1e3;
            case "ms", "milli", "millis" -> 1e6;
            case "m", "min", "mins", "minute", "minutes" -> 60e9;
            case "h", "hr", "hour", "hours" -> 3600e9;
            case "d", "day", "days" -> 86400e9;
            case "w", "wk", "week", "weeks" -> 604800e9;
            default -> 1e9;
        };
    }
}
