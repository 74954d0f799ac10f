package dev.butlerlabs.core.api;

import java.util.Collection;
import java.util.Map;

/**
 * Equals every value that is not written. Jackson asks a filter through {@code equals}; its own {@code NON_EMPTY} would also drop
 * empty strings, and the empty string is a value: the path of a JSON patch on the whole document, for one.
 */
final class AbsentValue {
    @Override
    public boolean equals(Object value) {
        return switch (value) {
            case null -> true;
            case Collection<?> list -> list.isEmpty();
            case Map<?, ?> map -> map.isEmpty();
            default -> false;
        };
    }

    @Override
    public int hashCode() {
        return 0;
    }
}
