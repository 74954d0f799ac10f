package dev.butlerlabs.core.api;

import java.util.Collection;
import java.util.Map;

/**
 * Equals every value that is not serialized; Jackson calls {@code equals} of a value filter. {@code NON_EMPTY} would also omit
 * empty strings, but an empty string is a value, such as the path of a JSON patch for the whole document.
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
