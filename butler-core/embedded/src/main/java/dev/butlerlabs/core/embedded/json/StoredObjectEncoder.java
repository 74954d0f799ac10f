package dev.butlerlabs.core.embedded.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A serialized object without its resource version, which is only known at commit. It starts with kind and apiVersion, so that readers can
 * recognize the stored version without parsing.
 */
public final class StoredObjectEncoder {
    private static final JsonMapper MAPPER =
            JsonMapper.builder(JsonCodec.FACTORY).build();

    private final byte[] bytes;
    private final int gap;

    private StoredObjectEncoder(byte[] bytes, int gap) {
        this.bytes = bytes;
        this.gap = gap;
    }

    /**
     * Serializes an object.
     *
     * @param kindFirst whether kind precedes apiVersion
     */
    public static StoredObjectEncoder of(KubernetesObject object, boolean kindFirst) {
        try {
            return new Writer().write(object.tree(), kindFirst);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the size in bytes without the resource version. */
    public int size() {
        return bytes.length;
    }

    /** Returns the serialized object with the given revision as its resource version. */
    public byte[] at(long revision) {
        byte[] digits = Long.toString(revision).getBytes(StandardCharsets.US_ASCII);
        byte[] whole = new byte[bytes.length + digits.length];
        System.arraycopy(bytes, 0, whole, 0, gap);
        System.arraycopy(digits, 0, whole, gap, digits.length);
        System.arraycopy(bytes, gap, whole, gap + digits.length, bytes.length - gap);
        return whole;
    }

    private static final class Writer {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
        private int gap;

        StoredObjectEncoder write(ObjectNode tree, boolean kindFirst) throws IOException {
            try (JsonGenerator generator = MAPPER.createGenerator(out)) {
                generator.writeStartObject();
                for (String head : kindFirst ? List.of("kind", "apiVersion") : List.of("apiVersion", "kind")) {
                    writeField(generator, head, tree.path(head));
                }
                generator.writeFieldName("metadata");
                writeMetadata(generator, (ObjectNode) tree.path("metadata"));
                for (Map.Entry<String, JsonNode> field : tree.properties()) {
                    if (!isHead(field.getKey())) {
                        writeField(generator, field.getKey(), field.getValue());
                    }
                }
                generator.writeEndObject();
            }
            return new StoredObjectEncoder(out.toByteArray(), gap);
        }

        private static boolean isHead(String name) {
            return switch (name) {
                case "apiVersion", "kind", "metadata" -> true;
                default -> false;
            };
        }

        private void writeMetadata(JsonGenerator generator, ObjectNode metadata) throws IOException {
            generator.writeStartObject();
            for (Map.Entry<String, JsonNode> field : metadata.properties()) {
                if (!field.getKey().equals("resourceVersion")) {
                    writeField(generator, field.getKey(), field.getValue());
                }
            }
            generator.writeStringField("resourceVersion", "");
            generator.flush();
            gap = out.size() - 1;
            generator.writeEndObject();
        }

        private static void writeField(JsonGenerator generator, String name, JsonNode value) throws IOException {
            generator.writeFieldName(name);
            MAPPER.writeTree(generator, value);
        }
    }
}
