package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.Value.Sequence;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A value that can be written as a list or as a map. */
final class ListOrMapShape<T> extends Shape<T> {
    private final Shape<T> list;
    private final Shape<T> map;

    ListOrMapShape(Shape<T> list, Shape<T> map) {
        this.list = list;
        this.map = map;
    }

    @Override
    Optional<T> read(Place place, Value value) {
        return value instanceof Sequence ? list.read(place, value) : map.read(place, value);
    }

    @Override
    Map<String, Object> schema() {
        return JsonTree.of("anyOf", List.of(map.schema(), list.schema()));
    }

    @Override
    String phrase() {
        return map.phrase() + ", or " + list.phrase();
    }
}
