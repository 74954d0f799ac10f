package dev.butlerlabs.core.embedded.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every folder of {@code src/test/resources/schema-checks} is a schema that a real API server (1.35) refused, with its words. */
class SchemaCheckTest {
    private static final Path CASES = Path.of("src/test/resources/schema-checks");

    @TestFactory
    Stream<DynamicTest> refusesWhatTheRealApiServerRefused() throws IOException {
        try (Stream<Path> folders = Files.list(CASES)) {
            return folders.sorted().toList().stream()
                    .map(folder -> DynamicTest.dynamicTest(folder.getFileName().toString(), () -> check(folder)));
        }
    }

    private static void check(Path folder) {
        List<String> expected = new ArrayList<>();
        JsonNode answer = Yaml.read(folder.resolve("expected.yaml"));
        answer.get("errors").forEach(error -> expected.add(error.asText()));

        List<FieldError> errors = StructuralSchema.check(Yaml.read(folder.resolve("schema.yaml")), "schema");

        assertThat(errors).extracting(FieldError::toString).containsExactlyInAnyOrderElementsOf(expected);
    }
}
