package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.ConfigValue.Mapping;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A map with arbitrary keys and values of one shape. */
final class MapValueType<T> extends ConfigValueType<Map<String, T>> {
    private final ConfigValueType<T> item;

    MapValueType(ConfigValueType<T> item) {
        this.item = item;
    }

    @Override
    Optional<Map<String, T>> read(ConfigReadContext place, ConfigValue value) {
        if (!(value instanceof Mapping mapping)) {
            place.report("must be a map, not " + value.phrase(), "");
            return Optional.empty();
        }
        Map<String, T> items = new LinkedHashMap<>();
        mapping.entries()
                .forEach((name, entry) -> item.read(place.child(name, entry.position()), entry.value())
                        .ifPresent(read -> items.put(name, read)));
        return items.size() == mapping.entries().size()
                ? Optional.of(Collections.unmodifiableMap(items))
                : Optional.empty();
    }

    @Override
    Map<String, Object> schema() {
        return JsonSchemaBuilder.of("type", "object", "additionalProperties", item.schema());
    }

    @Override
    String phrase() {
        return "a map, each " + item.phrase();
    }
}
