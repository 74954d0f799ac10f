package dev.butlerlabs.core.cli.jsonpath;

import dev.butlerlabs.core.cli.output.TemplateException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/** One part of an expression: maps selected values to the values it selects from them. Values may be null. */
sealed interface JsonPathNode {
    List<Object> select(List<Object> input);

    /** Applies the nodes one after another. */
    static List<Object> selectAll(List<JsonPathNode> nodes, List<Object> input) {
        List<Object> values = input;
        for (JsonPathNode node : nodes) {
            values = node.select(values);
        }
        return values;
    }

    /** Returns the values of a map by key, the elements of a list, or the bytes of a text. */
    private static List<Object> children(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<String, Object> sorted = new TreeMap<>();
                map.forEach((key, child) -> sorted.put(String.valueOf(key), child));
                yield new ArrayList<>(sorted.values());
            }
            case List<?> list -> new ArrayList<>(list);
            case String text -> {
                List<Object> bytes = new ArrayList<>();
                for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
                    bytes.add(Byte.toUnsignedInt(octet));
                }
                yield bytes;
            }
            case null, default -> List.of();
        };
    }

    private static String typeOf(Object value) {
        return switch (value) {
            case Map<?, ?> _ -> "an object";
            case String _ -> "a string";
            case Number _ -> "a number";
            case Boolean _ -> "a boolean";
            case null, default -> "null";
        };
    }

    /** A text, number or boolean in the expression. */
    record Literal(Object value) implements JsonPathNode {
        @Override
        public List<Object> select(List<Object> input) {
            // A text replaces what was selected; a number or boolean is compared with each value.
            return value instanceof String
                    ? List.of(value)
                    : input.stream().map(_ -> value).toList();
        }
    }

    /** {@code .name}. A missing field selects nothing. */
    record Field(String name) implements JsonPathNode {
        @Override
        public List<Object> select(List<Object> input) {
            List<Object> found = new ArrayList<>();
            for (Object value : input) {
                if (value instanceof Map<?, ?> map && map.containsKey(name)) {
                    found.add(map.get(name));
                }
            }
            return found;
        }
    }

    /** {@code .*}: all values. */
    record Wildcard() implements JsonPathNode {
        @Override
        public List<Object> select(List<Object> input) {
            List<Object> found = new ArrayList<>();
            input.forEach(value -> found.addAll(children(value)));
            return found;
        }
    }

    /** {@code ..}: all values at any depth. */
    record Recursive() implements JsonPathNode {
        @Override
        public List<Object> select(List<Object> input) {
            List<Object> found = new ArrayList<>();
            for (Object value : input) {
                List<Object> below = children(value);
                if (!below.isEmpty()) {
                    found.add(value);
                    if (!(value instanceof String)) {
                        found.addAll(select(below));
                    }
                }
            }
            return found;
        }
    }

    /** {@code [0,2]} or {@code ['a','b']}: the values of all alternatives. */
    record Union(List<List<JsonPathNode>> alternatives) implements JsonPathNode {
        @Override
        public List<Object> select(List<Object> input) {
            List<Object> found = new ArrayList<>();
            alternatives.forEach(nodes -> found.addAll(selectAll(nodes, input)));
            return found;
        }
    }

    /**
     * {@code [2]}, {@code [-1]}, {@code [1:3]} or {@code [::2]}.
     *
     * @param isIndex whether one element is selected; the end is then not given
     */
    record Slice(OptionalInt start, OptionalInt end, OptionalInt step, boolean isIndex) implements JsonPathNode {
        @Override
        public List<Object> select(List<Object> input) {
            List<Object> found = new ArrayList<>();
            for (Object value : input) {
                if (value instanceof List<?> list) {
                    add(list, found);
                } else if (value != null) {
                    throw new TemplateException("%s is not a list and has no elements".formatted(typeOf(value)));
                }
            }
            return found;
        }

        private void add(List<?> list, List<Object> found) {
            int length = list.size();
            int first = fromEnd(start.orElse(0), length);
            int last = isIndex ? first + 1 : fromEnd(end.orElse(length), length);
            if (first == last) {
                return;
            }
            if (first < 0 || first >= length || last < 0 || last > length) {
                int wrong = first < 0 || first >= length ? start.orElse(0) : end.orElse(0);
                throw new TemplateException(
                        "index %d is out of bounds of a list with %d elements".formatted(wrong, length));
            }
            if (first > last) {
                throw new TemplateException("start %d of a range is after its end %d".formatted(first, last));
            }
            for (int i = first; i < last; i += step.orElse(1)) {
                found.add(list.get(i));
            }
        }

        private static int fromEnd(int index, int length) {
            return index < 0 ? index + length : index;
        }
    }

    /**
     * {@code [?(@.type=="Ready")]}.
     *
     * @param operator empty if only the existence of the left side is tested
     */
    record Filter(List<JsonPathNode> left, String operator, List<JsonPathNode> right) implements JsonPathNode {
        @Override
        public List<Object> select(List<Object> input) {
            List<Object> found = new ArrayList<>();
            for (Object value : input) {
                if (!(value instanceof List<?> list)) {
                    throw new TemplateException("%s is not a list and cannot be filtered".formatted(typeOf(value)));
                }
                list.stream().filter(this::matches).forEach(found::add);
            }
            return found;
        }

        private boolean matches(Object element) {
            List<Object> self = new ArrayList<>();
            self.add(element);
            List<Object> lefts = selectAll(left, self);
            if (operator.isEmpty()) {
                return !lefts.isEmpty();
            }
            List<Object> rights = selectAll(right, self);
            if (lefts.size() > 1 || rights.size() > 1) {
                throw new TemplateException("a filter can compare only one value with another");
            }
            return !lefts.isEmpty()
                    && !rights.isEmpty()
                    && ValueComparison.test(lefts.getFirst(), operator, rights.getFirst());
        }
    }
}
