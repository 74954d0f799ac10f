package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.ConfigValue.Sequence;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A value that can be written as a list or as a map. */
final class ListOrMapValueType<T> extends ConfigValueType<T> {
    private final ConfigValueType<T> list;
    private final ConfigValueType<T> map;

    ListOrMapValueType(ConfigValueType<T> list, ConfigValueType<T> map) {
        this.list = list;
        this.map = map;
    }

    @Override
    Optional<T> read(ConfigReadContext place, ConfigValue value) {
        return value instanceof Sequence ? list.read(place, value) : map.read(place, value);
    }

    @Override
    Map<String, Object> schema() {
        return JsonSchemaBuilder.of("anyOf", List.of(map.schema(), list.schema()));
    }

    @Override
    String phrase() {
        return map.phrase() + ", or " + list.phrase();
    }
}
