package dev.butlerlabs.core.embedded.protobuf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.butlerlabs.core.embedded.protobuf.ProtobufMessage.Field;
import java.io.IOException;
import java.util.Base64;

/** Decodes messages to the JSON that Go produces for them. */
final class MessageReader {

    private static final ObjectMapper RAW = new ObjectMapper();

    private final MessageTable table;

    MessageReader(MessageTable table) {
        this.table = table;
    }

    ObjectNode read(ProtobufMessage message, WireReader reader, ObjectNode into) throws IOException {
        while (reader.hasMore()) {
            int tag = reader.tag();
            Field field = message.fields().get(WireReader.number(tag));
            if (field == null) {
                reader.skip(tag);
            } else {
                read(field, reader, into);
            }
        }
        return into;
    }

    private void read(Field field, WireReader reader, ObjectNode into) throws IOException {
        switch (field.shape()) {
            case INLINE -> read(table.named(field.message()), reader.part(), into);
            case LIST -> into.withArray(field.name()).add(value(field, reader));
            case MAP -> readEntry(field, reader.part(), into.withObjectProperty(field.name()));
            case POINTER -> into.set(field.name(), value(field, reader));
            case PLAIN -> {
                JsonNode value = value(field, reader);
                if (!isEmpty(value)) {
                    into.set(field.name(), value);
                }
            }
        }
    }

    private void readEntry(Field field, WireReader entry, ObjectNode into) throws IOException {
        String key = "";
        JsonNode value = JsonNodeFactory.instance.missingNode();
        while (entry.hasMore()) {
            int tag = entry.tag();
            switch (WireReader.number(tag)) {
                case 1 -> key = entry.text();
                case 2 -> value = value(field, entry);
                default -> entry.skip(tag);
            }
        }
        into.set(key, value.isMissingNode() ? TextNode.valueOf("") : value);
    }

    private JsonNode value(Field field, WireReader reader) throws IOException {
        return switch (field.type()) {
            case 's' -> TextNode.valueOf(reader.text());
            case 'b' -> BooleanNode.valueOf(reader.integer() != 0);
            case 'i' -> LongNode.valueOf(reader.integer());
            case 'd' -> DoubleNode.valueOf(reader.fraction());
            case 'y' ->
                TextNode.valueOf(
                        Base64.getEncoder().encodeToString(reader.part().rest()));
            case 't', 'u', 'g', 'o' -> WellKnownMessages.read(field.type(), reader.part());
            case 'q' -> TextNode.valueOf(onlyText(reader.part()));
            case 'r' -> raw(onlyText(reader.part()));
            case 'x' -> texts(reader.part());
            case '@' -> read(table.named(field.message()), reader.part(), JsonNodeFactory.instance.objectNode());
            default -> throw new IllegalStateException("unknown field type in the message table: " + field.type());
        };
    }

    private static boolean isEmpty(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> value.textValue().isEmpty();
            case NUMBER -> value.doubleValue() == 0;
            case BOOLEAN -> !value.booleanValue();
            case OBJECT, ARRAY -> value.isEmpty();
            case NULL, MISSING, BINARY, POJO -> true;
        };
    }

    /** Decodes a message that wraps a single string. */
    private static String onlyText(WireReader reader) throws IOException {
        String text = "";
        while (reader.hasMore()) {
            int tag = reader.tag();
            if (WireReader.number(tag) == 1) {
                text = reader.text();
            } else {
                reader.skip(tag);
            }
        }
        return text;
    }

    private static JsonNode raw(String json) throws IOException {
        return json.isEmpty() ? JsonNodeFactory.instance.nullNode() : RAW.readTree(json);
    }

    private static ArrayNode texts(WireReader reader) throws IOException {
        ArrayNode texts = JsonNodeFactory.instance.arrayNode();
        while (reader.hasMore()) {
            int tag = reader.tag();
            if (WireReader.number(tag) == 1) {
                texts.add(reader.text());
            } else {
                reader.skip(tag);
            }
        }
        return texts;
    }
}
