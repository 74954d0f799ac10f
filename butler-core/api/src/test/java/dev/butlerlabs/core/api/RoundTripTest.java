package dev.butlerlabs.core.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Objects with every field set, in {@code src/test/resources/api}, pass through the Java classes unchanged. */
class RoundTripTest {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    static final List<Class<? extends CustomResource<?, ?>>> KINDS = CustomResourceTypes.ALL;

    @ParameterizedTest
    @FieldSource("KINDS")
    void nothingIsLostOrAdded(Class<? extends CustomResource<?, ?>> kind) throws IOException {
        for (JsonNode sample : samples(kind)) {
            assertThat(written(read(sample, kind))).isEqualTo(sample);
        }
    }

    @ParameterizedTest
    @FieldSource("KINDS")
    void fieldsOfNewerVersionsAreIgnored(Class<? extends CustomResource<?, ?>> kind) throws IOException {
        JsonNode parts = schema(kind).path("properties");
        for (JsonNode sample : samples(kind)) {
            JsonNode newer = sample.deepCopy();
            addUnknownFields(newer.path("spec"), parts.path("spec"));
            addUnknownFields(newer.path("status"), parts.path("status"));
            assertThat(newer).isNotEqualTo(sample);
            assertThat(read(newer, kind)).isEqualTo(read(sample, kind));
        }
    }

    @ParameterizedTest
    @FieldSource("KINDS")
    void samplesSetEveryField(Class<? extends CustomResource<?, ?>> kind) throws IOException {
        JsonNode schema = schema(kind);
        Set<String> unset = new TreeSet<>();
        collectFields("", schema, unset);
        for (JsonNode sample : samples(kind)) {
            removeFields("", sample, schema, unset);
        }
        assertThat(unset).isEmpty();
    }

    /** Conditions are left alone: their class belongs to the Kubernetes client, which keeps what it does not know. */
    private static void addUnknownFields(JsonNode value, JsonNode schema) {
        if (schema.has("properties") && value instanceof ObjectNode object) {
            object.properties().stream()
                    .filter(field -> !field.getKey().equals("conditions"))
                    .forEach(field -> addUnknownFields(
                            field.getValue(), schema.path("properties").path(field.getKey())));
            object.put("fieldOfTomorrow", "any");
        } else {
            value.forEach(element -> addUnknownFields(element, element(schema)));
        }
    }

    private static void collectFields(String path, JsonNode schema, Set<String> fields) {
        schema.path("properties").properties().forEach(field -> {
            String place = path + "." + field.getKey();
            fields.add(place);
            collectFields(place, field.getValue(), fields);
        });
        if (!element(schema).isMissingNode()) {
            collectFields(path + "[]", element(schema), fields);
        }
    }

    private static void removeFields(String path, JsonNode value, JsonNode schema, Set<String> fields) {
        if (schema.has("properties")) {
            value.properties().forEach(field -> {
                String place = path + "." + field.getKey();
                fields.remove(place);
                removeFields(place, field.getValue(), schema.path("properties").path(field.getKey()), fields);
            });
        } else {
            value.forEach(element -> removeFields(path + "[]", element, element(schema), fields));
        }
    }

    private static JsonNode element(JsonNode schema) {
        return schema.has("items") ? schema.path("items") : schema.path("additionalProperties");
    }

    private static JsonNode schema(Class<? extends CustomResource<?, ?>> kind) throws IOException {
        return YAML.readTree(CrdFiles.FOLDER
                        .resolve(CustomResourceDefinitionFiles.fileName(kind))
                        .toFile())
                .at("/spec/versions/0/schema/openAPIV3Schema");
    }

    private static List<JsonNode> samples(Class<? extends CustomResource<?, ?>> kind) throws IOException {
        try (InputStream file = RoundTripTest.class.getResourceAsStream("/api/" + kind.getSimpleName() + ".yaml")) {
            return YAML.readerFor(JsonNode.class).<JsonNode>readValues(file).readAll();
        }
    }

    private static CustomResource<?, ?> read(JsonNode tree, Class<? extends CustomResource<?, ?>> kind) {
        return Serialization.unmarshal(tree.toString(), kind);
    }

    private static JsonNode written(CustomResource<?, ?> object) throws IOException {
        return YAML.readTree(Serialization.asJson(object));
    }
}
