package dev.butlerlabs.core.kube.fields;

import java.util.Optional;
import java.util.Set;

/** The values of the selected fields of one object. A missing field and a null are both empty. */
public final class FieldValues {
    private final FieldPaths paths;
    private final Object[] values;

    /** @param values texts, integers and booleans by the index of their path; null for those that the object does not have */
    FieldValues(FieldPaths paths, Object[] values) {
        this.paths = paths;
        this.values = values;
    }

    /**
     * Returns the text at a path.
     *
     * @throws UnexpectedFieldException if the value is not a text
     */
    public Optional<String> text(String path) {
        return value(path, String.class);
    }

    /**
     * Returns the text at a path that every object has.
     *
     * @throws UnexpectedFieldException if the value is not a text or missing
     */
    public String requiredText(String path) {
        return text(path).orElseThrow(() -> new UnexpectedFieldException(path));
    }

    /**
     * Returns the text at a path that has only some values.
     *
     * @throws UnexpectedFieldException if the value is not one of the allowed texts
     */
    public Optional<String> word(String path, Set<String> allowed) {
        Optional<String> word = text(path);
        if (word.isPresent() && !allowed.contains(word.get())) {
            throw new UnexpectedFieldException(path);
        }
        return word;
    }

    /**
     * Returns the integer at a path.
     *
     * @throws UnexpectedFieldException if the value is not an integer of 32 bits
     */
    public Optional<Integer> integer(String path) {
        return value(path, Integer.class);
    }

    private <V> Optional<V> value(String path, Class<V> type) {
        Object value = values[paths.index(path)];
        if (value != null && !type.isInstance(value)) {
            throw new UnexpectedFieldException(path);
        }
        return Optional.ofNullable(type.cast(value));
    }
}
