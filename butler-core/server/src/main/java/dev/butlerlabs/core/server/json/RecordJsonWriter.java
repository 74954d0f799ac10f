package dev.butlerlabs.core.server.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Writes records, maps, lists and scalars as JSON. Absent components and null values of records are omitted. Times are written as RFC 3339.
 * Characters that end a script or a line in HTML are escaped. Thread-safe.
 */
public final class RecordJsonWriter {
    private static final JsonFactory FACTORY = new ObjectMapper().getFactory();

    private RecordJsonWriter() {}

    /** Returns the JSON in UTF-8. */
    public static byte[] write(Object value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.setCharacterEscapes(HtmlSafeEscapes.INSTANCE);
            write(json, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static void write(JsonGenerator json, Object value) throws IOException {
        switch (value) {
            case null -> json.writeNull();
            case String text -> json.writeString(text);
            case Boolean flag -> json.writeBoolean(flag);
            case Integer number -> json.writeNumber(number);
            case Long number -> json.writeNumber(number);
            case Number number -> json.writeNumber(number.toString());
            case Enum<?> word -> json.writeString(word.toString());
            case Instant time -> json.writeString(time.toString());
            case JsonNode tree -> json.writeTree(tree);
            case Optional<?> optional -> write(json, optional.orElse(null));
            case Map<?, ?> map -> writeMap(json, map);
            case Iterable<?> list -> writeList(json, list);
            case Record record -> writeRecord(json, record);
            default -> throw new IllegalArgumentException("not written as JSON: " + value.getClass());
        }
    }

    private static void writeMap(JsonGenerator json, Map<?, ?> map) throws IOException {
        json.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            json.writeFieldName(String.valueOf(entry.getKey()));
            write(json, entry.getValue());
        }
        json.writeEndObject();
    }

    private static void writeList(JsonGenerator json, Iterable<?> list) throws IOException {
        json.writeStartArray();
        for (Object item : list) {
            write(json, item);
        }
        json.writeEndArray();
    }

    private static void writeRecord(JsonGenerator json, Record record) throws IOException {
        json.writeStartObject();
        writeFields(json, record);
        json.writeEndObject();
    }

    private static void writeFields(JsonGenerator json, Record record) throws IOException {
        for (RecordField field : RecordField.of(record.getClass())) {
            Object value = field.value(record);
            if (value instanceof InlineFields inline) {
                writeFields(json, (Record) inline);
            } else if (value != null) {
                json.writeFieldName(field.name());
                write(json, value);
            }
        }
    }
}
