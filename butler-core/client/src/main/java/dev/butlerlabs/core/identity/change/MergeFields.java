package dev.butlerlabs.core.identity.change;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Collects the fields of a JSON merge patch, in which null removes a field. Not thread-safe. */
public final class MergeFields {
    /** Removes a limit or setting on the command line. */
    public static final String NONE = "none";

    private final Map<String, Object> fields = new LinkedHashMap<>();

    /** Sets a field if a value is given. */
    public MergeFields put(String field, Optional<?> value) {
        value.ifPresent(present -> fields.put(field, present));
        return this;
    }

    /** Sets a field if a value is given, and removes it if the value is {@code none}. */
    public MergeFields putOrRemove(String field, Optional<?> value) {
        value.ifPresent(present -> fields.put(field, NONE.equals(present) ? null : present));
        return this;
    }

    /** Adds an object if it has fields. */
    public MergeFields putObject(String field, MergeFields object) {
        if (!object.fields.isEmpty()) {
            fields.put(field, object.asMap());
        }
        return this;
    }

    /** Returns the fields; a null value removes the field. */
    public Map<String, Object> asMap() {
        return new LinkedHashMap<>(fields);
    }

    /** Returns a tree for a new object, in which nothing has to be removed. */
    static Map<String, Object> withoutNulls(Map<?, ?> tree) {
        Map<String, Object> kept = new LinkedHashMap<>();
        tree.forEach((key, value) -> {
            if (value != null) {
                kept.put(key.toString(), value instanceof Map<?, ?> object ? withoutNulls(object) : value);
            }
        });
        return kept;
    }
}
