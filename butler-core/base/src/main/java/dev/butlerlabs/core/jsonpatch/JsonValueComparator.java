package dev.butlerlabs.core.jsonpatch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Optional;
import java.util.TreeSet;

/** Compares JSON values by meaning: {@code 1} and {@code 1.0} are equal. */
public final class JsonValueComparator {
    /** Compares scalars; Jackson traverses containers itself. */
    private static final Comparator<JsonNode> SCALARS =
            (one, other) -> one.isNumber() && other.isNumber() ? compareNumbers(one, other) : one.equals(other) ? 0 : 1;

    private JsonValueComparator() {}

    public static boolean equal(JsonNode one, JsonNode other) {
        return one.equals(SCALARS, other);
    }

    /** Orders numbers before strings, booleans, lists, maps and null. */
    public static int compare(JsonNode one, JsonNode other) {
        int byType = Integer.compare(rank(one), rank(other));
        if (byType != 0) {
            return byType;
        }
        return switch (one.getNodeType()) {
            case NUMBER -> compareNumbers(one, other);
            case STRING -> compareText(one.textValue(), other.textValue());
            case BOOLEAN -> Boolean.compare(one.booleanValue(), other.booleanValue());
            case ARRAY -> compareLists(one.iterator(), other.iterator());
            case OBJECT -> compareMaps(one, other);
            case NULL, MISSING, BINARY, POJO -> 0;
        };
    }

    private static int rank(JsonNode value) {
        return switch (value.getNodeType()) {
            case NUMBER -> 0;
            case STRING -> 1;
            case BOOLEAN -> 2;
            case ARRAY -> 3;
            case OBJECT -> 4;
            case NULL, MISSING, BINARY, POJO -> 5;
        };
    }

    private static int compareNumbers(JsonNode one, JsonNode other) {
        return one.isIntegralNumber() && other.isIntegralNumber()
                ? one.bigIntegerValue().compareTo(other.bigIntegerValue())
                : Double.compare(one.doubleValue() + 0.0, other.doubleValue() + 0.0);
    }

    /** Compares by code point, which is the order of the UTF-8 bytes. */
    public static int compareText(String one, String other) {
        int length = Math.min(one.length(), other.length());
        for (int i = 0; i < length; i++) {
            if (one.charAt(i) != other.charAt(i)) {
                return Integer.compare(one.codePointAt(start(one, i)), other.codePointAt(start(other, i)));
            }
        }
        return Integer.compare(one.length(), other.length());
    }

    private static int start(String text, int index) {
        boolean second = index > 0
                && Character.isLowSurrogate(text.charAt(index))
                && Character.isHighSurrogate(text.charAt(index - 1));
        return second ? index - 1 : index;
    }

    private static int compareLists(Iterator<JsonNode> one, Iterator<JsonNode> other) {
        while (one.hasNext() && other.hasNext()) {
            int byItem = compare(one.next(), other.next());
            if (byItem != 0) {
                return byItem;
            }
        }
        return Boolean.compare(one.hasNext(), other.hasNext());
    }

    private static int compareMaps(JsonNode one, JsonNode other) {
        TreeSet<String> names = new TreeSet<>(JsonValueComparator::compareText);
        one.fieldNames().forEachRemaining(names::add);
        other.fieldNames().forEachRemaining(names::add);
        for (String name : names) {
            Optional<JsonNode> left = one.optional(name);
            Optional<JsonNode> right = other.optional(name);
            if (left.isEmpty() || right.isEmpty()) {
                return left.isEmpty() ? 1 : -1;
            }
            int byValue = compare(left.get(), right.get());
            if (byValue != 0) {
                return byValue;
            }
        }
        return 0;
    }

    /** Returns a value with one representation per number, so that equal values are equal nodes. */
    public static JsonNode canonical(JsonNode value) {
        if (value.isIntegralNumber() && value.canConvertToLong()) {
            return LongNode.valueOf(value.longValue());
        }
        if (value.isFloatingPointNumber()) {
            double number = value.doubleValue();
            boolean whole = number == Math.rint(number) && Math.abs(number) < 1L << 53;
            return whole ? LongNode.valueOf((long) number) : DoubleNode.valueOf(number);
        }
        return value;
    }
}
