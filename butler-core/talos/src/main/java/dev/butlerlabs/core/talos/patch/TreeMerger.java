package dev.butlerlabs.core.talos.patch;

import dev.butlerlabs.core.talos.config.ConfigFieldType;
import dev.butlerlabs.core.talos.config.ConfigFieldType.Field;
import dev.butlerlabs.core.talos.config.ConfigFieldType.Merge;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Merges the right tree into the left one by the rules of their schema. An empty right value keeps the left one. */
final class TreeMerger {
    private TreeMerger() {}

    static void merge(Map<String, Object> left, Map<String, Object> right, ConfigFieldType.Struct shape)
            throws UnfitException {
        struct("", left, right, shape);
    }

    private static Map<String, Object> struct(
            String path, Map<String, Object> left, Map<?, ?> right, ConfigFieldType.Struct shape)
            throws UnfitException {
        for (Map.Entry<?, ?> entry : right.entrySet()) {
            String name = String.valueOf(entry.getKey());
            Field field = shape.fields().get(name);
            Object value = entry.getValue();
            if (field != null && value != null) {
                String place = path.isEmpty() ? name : path + "." + name;
                left.put(name, field(place, left.get(name), value, field));
            }
        }
        return left;
    }

    private static Object field(String path, Object left, Object right, Field field) throws UnfitException {
        return switch (field.merge()) {
            case Merge.Replace _ -> right;
            case Merge.ByKey keyed -> byKey(path, orEmpty(left), right, field.shape(), keyed.keys());
            case Merge.SwapByKey swap -> swapByKey(path, orEmpty(left), right, swap.key());
            case Merge.Usual _ -> value(path, left, right, field.shape(), field.optional());
        };
    }

    private static Object orEmpty(Object list) {
        return list == null ? List.of() : list;
    }

    /** @param meant whether a zero value on the right is explicit and wins */
    private static Object value(String path, Object left, Object right, ConfigFieldType shape, boolean meant)
            throws UnfitException {
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        return switch (shape) {
            case ConfigFieldType.Struct struct -> struct(path, map(path, left), map(path, right), struct);
            case ConfigFieldType.Items _ -> joined(list(path, left), list(path, right));
            case ConfigFieldType.Entries entries -> entries(path, map(path, left), map(path, right), entries.value());
            case ConfigFieldType.Arguments _ -> replaced(map(path, left), map(path, right));
            case ConfigFieldType.Scalar scalar
            when scalar.type() == ConfigFieldType.Type.URL -> UrlMerger.merge(text(left), text(right));
            case ConfigFieldType.Scalar _ -> meant || !isZero(right) ? right : left;
            case ConfigFieldType.Free _ -> free(path, left, right);
        };
    }

    private static Map<String, Object> entries(
            String path, Map<String, Object> left, Map<?, ?> right, ConfigFieldType shape) throws UnfitException {
        for (Map.Entry<?, ?> entry : right.entrySet()) {
            String key = String.valueOf(entry.getKey());
            Object now = left.get(key);
            left.put(
                    key, now == null ? entry.getValue() : value(path + "." + key, now, entry.getValue(), shape, false));
        }
        return left;
    }

    private static Object free(String path, Object left, Object right) throws UnfitException {
        if (left instanceof Map || right instanceof Map) {
            return entries(path, map(path, left), map(path, right), new ConfigFieldType.Free());
        }
        if (left instanceof List || right instanceof List) {
            return joined(list(path, left), list(path, right));
        }
        return isZero(right) ? left : right;
    }

    private static List<Object> joined(List<?> left, List<?> right) {
        List<Object> all = new ArrayList<>(left);
        all.addAll(right);
        return all;
    }

    private static Map<String, Object> replaced(Map<String, Object> left, Map<?, ?> right) {
        right.forEach((key, value) -> left.put(String.valueOf(key), value));
        return left;
    }

    private static Object byKey(String path, Object left, Object right, ConfigFieldType shape, List<String> keys)
            throws UnfitException {
        List<Object> all = new ArrayList<>(list(path, left));
        ConfigFieldType.Struct item = (ConfigFieldType.Struct) ((ConfigFieldType.Items) shape).item();
        for (Object addition : list(path, right)) {
            Optional<Map<String, Object>> same = sameIn(all, addition, keys);
            if (same.isPresent() && addition instanceof Map<?, ?> map) {
                struct(path, same.get(), map, item);
            } else {
                all.add(addition);
            }
        }
        return all;
    }

    @SuppressWarnings("unchecked")
    private static Optional<Map<String, Object>> sameIn(List<Object> items, Object addition, List<String> keys) {
        if (!(addition instanceof Map<?, ?> wanted)) {
            return Optional.empty();
        }
        return keys.stream()
                .filter(key -> wanted.get(key) != null)
                .findFirst()
                .flatMap(key -> items.stream()
                        .filter(item -> item instanceof Map<?, ?> map && same(map.get(key), wanted.get(key)))
                        .findFirst())
                .map(item -> (Map<String, Object>) item);
    }

    private static boolean same(Object one, Object other) {
        if (one instanceof Map || other instanceof Map) {
            return Objects.equals(one, other);
        }
        return one != null && text(one).equals(text(other));
    }

    private static Object swapByKey(String path, Object left, Object right, String key) throws UnfitException {
        List<Object> all = new ArrayList<>(list(path, left));
        for (Object addition : list(path, right)) {
            int index = indexOf(all, addition, key);
            if (index < 0) {
                all.add(addition);
            } else {
                all.set(index, addition);
            }
        }
        return all;
    }

    private static int indexOf(List<Object> items, Object addition, String key) {
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i) instanceof Map<?, ?> item
                    && addition instanceof Map<?, ?> wanted
                    && Objects.equals(item.get(key), wanted.get(key))) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isZero(Object value) {
        return switch (value) {
            case String words -> words.isEmpty();
            case Number number -> number.doubleValue() == 0;
            default -> false;
        };
    }

    private static String text(Object value) {
        return String.valueOf(value);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(String path, Object value) throws UnfitException {
        if (value instanceof LinkedHashMap<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw new UnfitException(path, "is a mapping in one document and not in the other");
    }

    private static List<?> list(String path, Object value) throws UnfitException {
        if (value instanceof List<?> list) {
            return list;
        }
        throw new UnfitException(path, "is a list in one document and not in the other");
    }
}
