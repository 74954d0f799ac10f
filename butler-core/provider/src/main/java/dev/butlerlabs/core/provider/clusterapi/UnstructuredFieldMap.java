package dev.butlerlabs.core.provider.clusterapi;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Builds a tree of fields. Absent values and empty lists are omitted; {@code Map.of()} is kept, for fields whose presence has a meaning.
 *
 * <p>Mutable and not thread-safe.
 */
public final class UnstructuredFieldMap {
    private final Map<String, Object> values = new LinkedHashMap<>();

    public static UnstructuredFieldMap of() {
        return new UnstructuredFieldMap();
    }

    public static UnstructuredFieldMap of(String key, Object value) {
        return new UnstructuredFieldMap().put(key, value);
    }

    public UnstructuredFieldMap put(String key, Object value) {
        plain(value).ifPresent(present -> values.put(key, present));
        return this;
    }

    public Map<String, Object> map() {
        return values;
    }

    private static Optional<Object> plain(Object value) {
        return switch (value) {
            case null -> Optional.empty();
            case Optional<?> optional -> optional.flatMap(UnstructuredFieldMap::plain);
            case UnstructuredFieldMap fields -> fields.values.isEmpty() ? Optional.empty() : Optional.of(fields.values);
            case Collection<?> items -> items(items);
            default -> Optional.of(value);
        };
    }

    private static Optional<Object> items(Collection<?> items) {
        List<Object> present =
                items.stream().flatMap(item -> plain(item).stream()).toList();
        return present.isEmpty() ? Optional.empty() : Optional.of(present);
    }
}
