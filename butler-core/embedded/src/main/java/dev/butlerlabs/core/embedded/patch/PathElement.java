package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.jsonpatch.GoJsonWriter;
import dev.butlerlabs.core.jsonpatch.JsonValueComparator;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** One element of the path from an object to a field; ordered as in the FieldsV1 encoding. */
sealed interface PathElement extends Comparable<PathElement> {

    /** A field of an object. */
    record Field(String name) implements PathElement {
        @Override
        public String toString() {
            return "." + name;
        }
    }

    /** A list item identified by its key fields. */
    record Key(SortedMap<String, JsonNode> fields) implements PathElement {
        public Key {
            TreeMap<String, JsonNode> sorted = new TreeMap<>(JsonValueComparator::compareText);
            fields.forEach((name, value) -> sorted.put(name, JsonValueComparator.canonical(value)));
            fields = java.util.Collections.unmodifiableSortedMap(sorted);
        }

        @Override
        public String toString() {
            return fields.entrySet().stream()
                    .map(field -> field.getKey() + "=" + GoJsonWriter.show(field.getValue()))
                    .collect(Collectors.joining(",", "[", "]"));
        }
    }

    /** A set item identified by its value. */
    record Value(JsonNode value) implements PathElement {
        public Value {
            value = JsonValueComparator.canonical(value);
        }

        @Override
        public String toString() {
            return "[=" + GoJsonWriter.show(value) + "]";
        }
    }

    /** A list item identified by its index. */
    record Index(int position) implements PathElement {
        @Override
        public String toString() {
            return "[" + position + "]";
        }
    }

    @Override
    default int compareTo(PathElement other) {
        int byKind = Integer.compare(rank(), other.rank());
        if (byKind != 0) {
            return byKind;
        }
        return switch (this) {
            case Field(String name) -> JsonValueComparator.compareText(name, ((Field) other).name());
            case Key(var fields) -> compareFields(fields, ((Key) other).fields());
            case Value(JsonNode value) -> JsonValueComparator.compare(value, ((Value) other).value());
            case Index(int position) -> Integer.compare(position, ((Index) other).position());
        };
    }

    private int rank() {
        return switch (this) {
            case Field _ -> 0;
            case Key _ -> 1;
            case Value _ -> 2;
            case Index _ -> 3;
        };
    }

    private static int compareFields(SortedMap<String, JsonNode> one, SortedMap<String, JsonNode> other) {
        Iterator<Map.Entry<String, JsonNode>> left = one.entrySet().iterator();
        Iterator<Map.Entry<String, JsonNode>> right = other.entrySet().iterator();
        while (left.hasNext() && right.hasNext()) {
            int byField = compareField(left.next(), right.next());
            if (byField != 0) {
                return byField;
            }
        }
        return Boolean.compare(left.hasNext(), right.hasNext());
    }

    private static int compareField(Map.Entry<String, JsonNode> one, Map.Entry<String, JsonNode> other) {
        int byName = JsonValueComparator.compareText(one.getKey(), other.getKey());
        return byName != 0 ? byName : JsonValueComparator.compare(one.getValue(), other.getValue());
    }
}
