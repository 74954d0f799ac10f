package dev.butlerlabs.core.embedded.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files hold the same objects in both forms, as a real kube-apiserver wrote them. */
class ProtobufBodyTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Go writes these even when they are empty, which says no more than leaving them out. */
    private static final Set<String> WRITTEN_WHEN_EMPTY =
            Set.of("resources", "status", "strategy", "creationTimestamp", "metadata", "loadBalancer", "source");

    @ParameterizedTest
    @ValueSource(strings = {"configmap", "deployment", "event", "job", "lease", "role", "secret", "service"})
    void readsWhatJsonSays(String name) throws IOException {
        JsonNode expected = JSON.readTree(bytes(name + ".json"));
        removeEmpty(expected);

        JsonNode actual = JSON.readTree(ProtobufBody.read(bytes(name + ".pb")).toString());

        assertThat(actual).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"configmap", "deployment", "event", "lease"})
    void survivesEveryCut(String name) throws IOException {
        byte[] whole = bytes(name + ".pb");
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            try {
                assertThat(ProtobufBody.read(cut).size()).isPositive();
            } catch (IOException e) {
                assertThat(e).hasMessageMatching("(?s).+");
            }
        }
    }

    @Test
    void refusesWhatIsNoSuchBody() {
        assertThatIOException()
                .isThrownBy(() -> ProtobufBody.read("{}".getBytes(StandardCharsets.UTF_8)))
                .withMessageContaining("does not appear to be a protobuf message");
    }

    @Test
    void keepsAZeroThatWasMeant() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(new byte[] {'k', '8', 's', 0, 0x0a, 19});
        body.writeBytes(new byte[] {0x0a, 2, 'v', '1', 0x12, 13});
        body.writeBytes("DeleteOptions".getBytes(StandardCharsets.US_ASCII));
        body.writeBytes(new byte[] {0x12, 10, 0x08, 0, 0x22, 6});
        body.writeBytes("Orphan".getBytes(StandardCharsets.US_ASCII));

        assertThat(ProtobufBody.read(body.toByteArray()))
                .hasToString("{\"apiVersion\":\"v1\",\"kind\":\"DeleteOptions\","
                        + "\"gracePeriodSeconds\":0,\"propagationPolicy\":\"Orphan\"}");
    }

    @Test
    void refusesKindsItDoesNotKnow() {
        byte[] body = {'k', '8', 's', 0, 0x0a, 0x0a, 0x0a, 2, 'v', '9', 0x12, 4, 'N', 'o', 'n', 'e'};
        assertThatIOException()
                .isThrownBy(() -> ProtobufBody.read(body))
                .withMessage("no kind \"None\" is registered for version \"v9\"");
    }

    private static void removeEmpty(JsonNode node) {
        node.forEach(ProtobufBodyTest::removeEmpty);
        if (node instanceof ObjectNode object) {
            for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
                String name = names.next();
                JsonNode value = object.get(name);
                boolean empty = value.isNull() || (value instanceof ContainerNode<?> container && container.isEmpty());
                if (empty && WRITTEN_WHEN_EMPTY.contains(name)) {
                    names.remove();
                }
            }
        }
    }

    private static byte[] bytes(String file) throws IOException {
        try (InputStream stream = ProtobufBodyTest.class.getResourceAsStream("/protobuf/" + file)) {
            return Objects.requireNonNull(stream, file).readAllBytes();
        }
    }
}
