package dev.butlerlabs.core.embedded.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every folder of {@code src/test/resources/schema} is a case: a schema, an object, perhaps the object it replaces, and what a
 * real API server (1.35) answered: the fields it pruned, the errors it found, or the object it stored.
 */
class GoldenSchemaTest {
    private static final Path CASES = Path.of("src/test/resources/schema");

    @TestFactory
    Stream<DynamicTest> behavesAsTheRealApiServerDid() throws IOException {
        try (Stream<Path> folders = Files.list(CASES)) {
            return folders.filter(folder -> Files.exists(folder.resolve("expected.yaml"))).sorted().toList().stream()
                    .map(folder -> DynamicTest.dynamicTest(folder.getFileName().toString(), () -> check(folder)));
        }
    }

    private static void check(Path folder) {
        JsonNode source = Yaml.read(folder.resolve("schema.yaml"));
        JsonNode expected = Yaml.read(folder.resolve("expected.yaml"));
        ObjectNode object = (ObjectNode) Yaml.read(folder.resolve("object.yaml"));
        named(object);
        assertThat(StructuralSchema.check(source, "schema")).isEmpty();
        StructuralSchema schema = StructuralSchema.of(source);

        List<String> pruned = schema.prune(object);
        schema.applyDefaults(object);
        List<FieldError> errors = validate(schema, object, folder.resolve("old.yaml"));

        assertThat(errors)
                .extracting(FieldError::toString)
                .containsExactlyInAnyOrderElementsOf(texts(expected.path("errors")));
        assertThat(pruned).containsExactlyElementsOf(texts(expected.path("pruned")));
        if (expected.has("object")) {
            object.remove(List.of("apiVersion", "kind", "metadata"));
            ((ObjectNode) expected.get("object")).remove("metadata");
            assertThat(JsonNumberComparison.same(object, expected.get("object")))
                    .as(object + " is " + expected.get("object"))
                    .isTrue();
        }
        assertThat(errors)
                .extracting(FieldError::reason)
                .containsExactlyInAnyOrderElementsOf(texts(expected.path("reasons")));
    }

    /** The cases leave out what every object has; it was recorded with these. */
    private static void named(ObjectNode object) {
        object.put("apiVersion", "test.dev/v1");
        object.put("kind", "Thing");
        object.withObjectProperty("metadata").put("name", "x");
    }

    private static List<FieldError> validate(StructuralSchema schema, ObjectNode object, Path old) {
        return Files.exists(old) ? schema.validateUpdate(object, Yaml.read(old)) : schema.validate(object);
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
