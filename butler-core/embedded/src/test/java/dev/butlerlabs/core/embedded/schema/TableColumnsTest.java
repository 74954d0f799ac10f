package dev.butlerlabs.core.embedded.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every file of {@code src/test/resources/tables} is an object with the row a real API server (1.35) made of it. */
class TableColumnsTest {
    private static final Path CASES = Path.of("src/test/resources/tables");

    @TestFactory
    Stream<DynamicTest> showsWhatTheRealApiServerShowed() throws IOException {
        try (Stream<Path> files = Files.list(CASES)) {
            return files.sorted().toList().stream()
                    .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(Yaml.read(file))));
        }
    }

    private static void check(JsonNode recorded) {
        TableColumns columns = recorded.has("additionalPrinterColumns")
                ? TableColumns.ofCustomResource(recorded.get("additionalPrinterColumns"))
                : TableColumns.ofBuiltin(
                        recorded.get("group").asText(), recorded.get("kind").asText());

        assertThat(headings(columns)).isEqualTo(recorded.get("columns"));
        ArrayNode cells = columns.cells(
                recorded.get("object"), Instant.parse(recorded.get("now").asText()));
        assertThat(JsonNumberComparison.same(cells, recorded.get("cells")))
                .as(cells + " is " + recorded.get("cells"))
                .isTrue();
    }

    private static ArrayNode headings(TableColumns columns) {
        ArrayNode headings = columns.definitions();
        headings.forEach(heading -> {
            assertThat(heading.get("description").asText()).isNotEmpty();
            ((ObjectNode) heading).remove("description");
        });
        return headings;
    }

    @Test
    void showsNameAndAgeOfACustomResourceWithoutColumns() {
        TableColumns columns = TableColumns.ofCustomResource(Yaml.parse("[]"));
        JsonNode object = Yaml.parse("metadata: {name: x, creationTimestamp: '2024-01-01T00:00:00Z'}");

        assertThat(columns.cells(object, Instant.parse("2024-01-01T00:05:00Z")))
                .extracting(JsonNode::asText)
                .containsExactly("x", "5m");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0s",
        "-1, 0s",
        "-2, <invalid>",
        "119, 119s",
        "120, 2m",
        "121, 2m1s",
        "599, 9m59s",
        "600, 10m",
        "10799, 179m",
        "10800, 3h",
        "14460, 4h1m",
        "28800, 8h",
        "172799, 47h",
        "172800, 2d",
        "180000, 2d2h",
        "691200, 8d",
        "62985600, 729d",
        "63072000, 2y",
        "63158400, 2y1d",
        "252288000, 8y"
    })
    void tellsAgesInTwoUnitsAtMost(long seconds, String expected) {
        assertThat(TableAgeFormatter.describe(Duration.ofSeconds(seconds))).isEqualTo(expected);
    }
}
