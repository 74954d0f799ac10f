package dev.butlerlabs.core.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManagedFieldsFilterTest {
    private final Random random = new Random(5);
    private final ObjectMapper mapper = new ObjectMapper();

    private String filtered(String text) {
        ManagedFieldsFilter filter = new ManagedFieldsFilter();
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        while (bytes.hasRemaining()) {
            int size = Math.min(bytes.remaining(), random.nextInt(20));
            ByteBuffer part = bytes.slice(bytes.position(), size);
            bytes.position(bytes.position() + size);
            ByteBuffer result = filter.filter(part);
            byte[] content = new byte[result.remaining()];
            result.get(content);
            out.writeBytes(content);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"name\":\"a\",\"managedFields\":[{\"f\":{}}],\"uid\":\"u\"} | {\"name\":\"a\",\"uid\":\"u\"}",
                "{\"managedFields\":[{\"f\":[1,{}]}],\"uid\":\"u\"} | {\"uid\":\"u\"}",
                "{\"name\":\"a\",\"managedFields\":[]} | {\"name\":\"a\"}",
                "{\"managedFields\":null} | {}",
                "{} | {}",
                "{\"name\":\"managedFields\",\"labels\":{\"managedFields\":\"x\"}} | {\"name\":\"managedFields\",\"labels\":{\"managedFields\":\"x\"}}",
                "{\"managedFields\":[\"a]}\\\"\\\\\"],\"list\":[1,2,{\"a\":3}]} | {\"list\":[1,2,{\"a\":3}]}",
            })
    void removesTheFieldAndItsComma(String metadata, String expected) {
        String before = "{\"type\":\"ADDED\",\"object\":{\"kind\":\"T\",\"metadata\":%s,\"spec\":{\"a\":[1]}}}\n";
        assertThat(filtered(before.formatted(metadata))).isEqualTo(before.formatted(expected));
    }

    @Test
    void keepsFieldsOfThisNameInOtherPlaces() {
        String text = """
                {"managedFields":[1],"object":{"managedFields":[2],"spec":{"metadata":{"managedFields":[3]}},"metadata":{"a":{"managedFields":[4]}}},"metadata":{"managedFields":[5]}}
                {"object":[{"metadata":{"managedFields":[6]}}],"type":"x"}
                """;
        assertThat(filtered(text)).isEqualTo(text);
    }

    @Test
    void eachLineIsAnEvent() {
        String event = "{\"type\":\"MODIFIED\",\"object\":{\"metadata\":{\"managedFields\":[{}],\"name\":\"ä€😀\"}}}\n";
        String expected = "{\"type\":\"MODIFIED\",\"object\":{\"metadata\":{\"name\":\"ä€😀\"}}}\n";
        assertThat(filtered(event.repeat(50))).isEqualTo(expected.repeat(50));
    }

    /** Compared with removing it from the tree. */
    @Test
    void removesItFromRandomEvents() throws Exception {
        for (int i = 0; i < 500; i++) {
            ObjectNode event = JsonNodeFactory.instance.objectNode().put("type", "ADDED");
            event.set("object", value(5));
            JsonNode expected = event.deepCopy();
            if (expected.at("/object/metadata") instanceof ObjectNode metadata) {
                metadata.remove("managedFields");
            }
            String text = mapper.writeValueAsString(event) + "\n";
            assertThat(mapper.readTree(filtered(text))).as(text).isEqualTo(expected);
        }
    }

    private JsonNode value(int depth) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (depth == 0 ? random.nextInt(3) : random.nextInt(3, 7)) {
            case 0 -> nodes.numberNode(random.nextInt());
            case 1 -> nodes.textNode("\"managedFields\":[{,\\" + random.nextInt(9));
            case 2 -> nodes.booleanNode(true);
            case 3 -> nodes.arrayNode().add(value(depth - 1)).add(value(depth - 1));
            default -> {
                ObjectNode object = nodes.objectNode();
                for (String name : List.of("a", "metadata", "managedFields", "object", "z\"")) {
                    if (random.nextBoolean()) {
                        object.set(name, value(depth - 1));
                    }
                }
                yield object;
            }
        };
    }
}
