package dev.butlerlabs.core.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.config.ConfigValue.Entry;
import dev.butlerlabs.core.config.ConfigValue.Kind;
import dev.butlerlabs.core.config.ConfigValue.Mapping;
import dev.butlerlabs.core.config.ConfigValue.Scalar;
import dev.butlerlabs.core.config.ConfigValue.Sequence;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** Converts trees of maps and lists, or of JSON nodes, to values without a position. */
final class PlainTreeReader {
    private static final SourcePosition NOWHERE = SourcePosition.NOWHERE;

    private PlainTreeReader() {}

    static ConfigValue of(Object value) {
        return switch (value) {
            case null -> new Scalar("", Kind.NOTHING, NOWHERE);
            case JsonNode node -> ofNode(node);
            case Map<?, ?> map -> mapping(map);
            case Iterable<?> list -> sequence(list);
            default -> new Scalar(value.toString(), kind(value), NOWHERE);
        };
    }

    private static ConfigValue ofNode(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> {
                Map<String, JsonNode> fields = new LinkedHashMap<>();
                node.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
                yield mapping(fields);
            }
            case ARRAY -> sequence(node);
            case MISSING, NULL -> of(null);
            case BOOLEAN -> of(node.booleanValue());
            case NUMBER -> of(node.numberValue());
            case BINARY, POJO, STRING -> of(node.asText());
        };
    }

    private static Mapping mapping(Map<?, ?> map) {
        SequencedMap<String, Entry> entries = new LinkedHashMap<>();
        map.forEach((name, value) -> entries.put(String.valueOf(name), new Entry(NOWHERE, of(value))));
        return new Mapping(entries, NOWHERE);
    }

    private static Sequence sequence(Iterable<?> list) {
        List<ConfigValue> items = new ArrayList<>();
        list.forEach(item -> items.add(of(item)));
        return new Sequence(items, NOWHERE);
    }

    private static Kind kind(Object value) {
        return switch (value) {
            case Boolean _ -> Kind.TRUTH;
            case Byte _, Short _, Integer _, Long _, BigInteger _ -> Kind.WHOLE;
            case Number _ -> Kind.FRACTION;
            default -> Kind.TEXT;
        };
    }
}
