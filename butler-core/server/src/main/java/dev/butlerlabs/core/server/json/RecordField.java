package dev.butlerlabs.core.server.json;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A component of a record as a field of JSON. A component of type Optional is a field that can be absent; all others are required.
 *
 * @param type the type of the value, without Optional
 */
record RecordField(RecordComponent component, String name, Type type, boolean required) {
    private static final Map<Class<?>, List<RecordField>> FIELDS = new ConcurrentHashMap<>();

    /** Returns the fields of a record type. */
    static List<RecordField> of(Class<?> record) {
        return FIELDS.computeIfAbsent(
                record,
                type -> Arrays.stream(type.getRecordComponents())
                        .map(RecordField::field)
                        .toList());
    }

    private static RecordField field(RecordComponent component) {
        component.getAccessor().setAccessible(true);
        Type type = component.getGenericType();
        boolean optional = component.getType() == Optional.class;
        return new RecordField(
                component,
                Optional.ofNullable(component.getAnnotation(JsonField.class))
                        .map(JsonField::value)
                        .filter(name -> !name.isEmpty())
                        .orElse(component.getName()),
                optional ? argument(type, 0) : type,
                !optional);
    }

    static Type argument(Type type, int index) {
        return ((ParameterizedType) type).getActualTypeArguments()[index];
    }

    static Class<?> raw(Type type) {
        return type instanceof ParameterizedType parameterized
                ? (Class<?>) parameterized.getRawType()
                : (Class<?>) type;
    }

    Optional<JsonField> annotation() {
        return Optional.ofNullable(component.getAnnotation(JsonField.class));
    }

    /** Returns the value in a record; null if it is absent. */
    Object value(Object record) {
        try {
            Object value = component.getAccessor().invoke(record);
            return value instanceof Optional<?> optional ? optional.orElse(null) : value;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }
}
