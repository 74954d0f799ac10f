package dev.butlerlabs.core.server.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.butlerlabs.core.error.InputProblem;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads records from JSON and reports every problem at once. Thread-safe. */
public final class RecordJsonReader {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private RecordJsonReader() {}

    /**
     * The result of reading a record.
     *
     * @param value present if the list of problems is empty
     */
    public record Result<T>(Optional<T> value, List<InputProblem> problems) {
        public Result {
            problems = List.copyOf(problems);
        }
    }

    /** Returns the tree of a text; empty if it is not JSON, which includes duplicate fields and an empty text. */
    public static Optional<JsonNode> tree(byte[] text) {
        try {
            return Optional.ofNullable(JSON.readTree(text)).filter(tree -> !tree.isMissingNode());
        } catch (JsonProcessingException malformed) {
            return Optional.empty();
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory", e);
        }
    }

    /** Returns a tree as maps, lists and scalars. */
    @SuppressWarnings("unchecked") // JSON objects are read as maps with text keys
    public static Map<String, Object> map(JsonNode object) {
        return JSON.convertValue(object, Map.class);
    }

    /** Reads a record. */
    public static <T extends Record> Result<T> read(JsonNode tree, Class<T> type) {
        List<InputProblem> problems = new ArrayList<>();
        Object value = readRecord(tree, type, "", problems);
        return new Result<>(problems.isEmpty() ? Optional.of(type.cast(value)) : Optional.empty(), problems);
    }

    private static Object readRecord(JsonNode tree, Class<?> type, String path, List<InputProblem> problems) {
        if (!tree.isObject()) {
            problems.add(new InputProblem(path, "must be an object"));
            return null;
        }
        List<RecordField> fields = RecordField.of(type);
        tree.fieldNames().forEachRemaining(name -> {
            if (fields.stream().noneMatch(field -> field.name().equals(name))) {
                problems.add(new InputProblem(join(path, name), "is not a known field"));
            }
        });
        Object[] values = fields.stream()
                .map(field -> readField(tree.get(field.name()), field, join(path, field.name()), problems))
                .toArray();
        return problems.isEmpty() ? create(type, fields, values) : null;
    }

    private static Object readField(JsonNode node, RecordField field, String path, List<InputProblem> problems) {
        if (node == null || node.isNull()) {
            if (field.required()) {
                problems.add(new InputProblem(path, "is missing"));
            }
            return field.required() ? null : Optional.empty();
        }
        Object value = readValue(node, field.type(), path, problems);
        Object read = value;
        field.annotation().ifPresent(rule -> FieldRule.check(rule, read, path, problems));
        return field.required() ? value : Optional.ofNullable(value);
    }

    private static Object readValue(JsonNode node, Type type, String path, List<InputProblem> problems) {
        Class<?> raw = RecordField.raw(type);
        if (JsonNode.class.isAssignableFrom(raw)) {
            return node;
        }
        if (raw == Map.class && node.isObject()) {
            return readMap(node, type, path, problems);
        }
        if (raw == List.class && node.isArray()) {
            List<Object> items = new ArrayList<>();
            for (int i = 0; i < node.size(); i++) {
                items.add(readValue(node.get(i), RecordField.argument(type, 0), path + "[" + i + "]", problems));
            }
            return items;
        }
        if (raw.isRecord()) {
            return readRecord(node, raw, path, problems);
        }
        return readScalar(node, raw, path, problems);
    }

    private static Object readMap(JsonNode node, Type type, String path, List<InputProblem> problems) {
        if (RecordField.argument(type, 1) == Object.class) {
            return map(node);
        }
        Map<String, Object> values = new LinkedHashMap<>();
        node.properties()
                .forEach(entry -> values.put(
                        entry.getKey(),
                        readValue(
                                entry.getValue(),
                                RecordField.argument(type, 1),
                                join(path, entry.getKey()),
                                problems)));
        return values;
    }

    private static Object readScalar(JsonNode node, Class<?> raw, String path, List<InputProblem> problems) {
        if (raw == String.class && node.isTextual()) {
            return node.textValue();
        }
        if ((raw == boolean.class || raw == Boolean.class) && node.isBoolean()) {
            return node.booleanValue();
        }
        if (raw == int.class && node.canConvertToInt() && node.canConvertToExactIntegral()) {
            return node.intValue();
        }
        problems.add(new InputProblem(path, "must be " + word(raw)));
        return null;
    }

    private static String word(Class<?> raw) {
        if (raw == String.class) {
            return "a text";
        }
        if (raw == boolean.class || raw == Boolean.class) {
            return "true or false";
        }
        return raw == int.class ? "a whole number" : raw == List.class ? "a list" : "an object";
    }

    private static Object create(Class<?> type, List<RecordField> fields, Object[] values) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(
                    fields.stream().map(field -> field.component().getType()).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "cannot create " + type + " from " + Arrays.toString(type.getRecordComponents()), e);
        }
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
