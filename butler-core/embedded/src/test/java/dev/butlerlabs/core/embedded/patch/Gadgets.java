package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.butlerlabs.core.embedded.schema.StructuralSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The kind the tests patch: it has every sort of field that merging treats differently. */
final class Gadgets {
    static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    static final String API_VERSION = "patch.butler.test/v1";
    static final String KIND = "Gadget";
    static final JsonNode DEFINITION = resource("gadget-crd.yaml");
    static final StructuralSchema SCHEMA =
            StructuralSchema.of(DEFINITION.at("/spec/versions/0/schema/openAPIV3Schema"));

    private Gadgets() {}

    static JsonNode resource(String name) {
        try (InputStream file = Gadgets.class.getResourceAsStream("/patch/" + name)) {
            return YAML.readTree(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonNode yaml(String text) {
        try {
            return YAML.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A gadget with this content. */
    static ObjectNode gadget(String name, JsonNode content) {
        ObjectNode gadget = YAML.createObjectNode();
        gadget.put("apiVersion", API_VERSION).put("kind", KIND);
        gadget.putObject("metadata").put("name", name).put("namespace", "default");
        content.properties().forEach(part -> {
            if (part.getKey().equals("metadata")) {
                ((ObjectNode) gadget.get("metadata")).setAll((ObjectNode) part.getValue());
            } else {
                gadget.set(part.getKey(), part.getValue());
            }
        });
        return gadget.deepCopy();
    }
}
