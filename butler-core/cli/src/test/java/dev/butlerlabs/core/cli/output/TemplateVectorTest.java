package dev.butlerlabs.core.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.cli.gotemplate.GoTemplate;
import dev.butlerlabs.core.cli.jsonpath.JsonPathTemplate;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Templates print what kubectl prints. KubectlTemplatesTest records its outputs. */
class TemplateVectorTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TestFactory
    Stream<DynamicTest> jsonPath() throws IOException {
        return vectors("jsonpath", JsonPathTemplate::parse);
    }

    @TestFactory
    Stream<DynamicTest> goTemplate() throws IOException {
        return vectors("go-template", GoTemplate::parse);
    }

    @TestFactory
    Stream<DynamicTest> customColumns() throws IOException {
        return vectors("custom-columns", CustomColumns::parse);
    }

    private static Stream<DynamicTest> vectors(String kind, Function<String, DocumentTemplate> parser)
            throws IOException {
        Map<?, ?> list = MAPPER.treeToValue(read("widgets.json"), Map.class);
        Object one = ((List<?>) list.get("items")).getFirst();
        return StreamSupport.stream(read(kind + "-vectors.json").spliterator(), false)
                .map(vector -> dynamicTest(
                        vector.get("expression").asText(),
                        () -> check(
                                parser,
                                vector.get("expression").asText(),
                                vector.get("on").asText().equals("one") ? one : list,
                                vector.get("output"))));
    }

    private static void check(
            Function<String, DocumentTemplate> parser, String expression, Object document, JsonNode output) {
        if (output.isNull()) {
            assertThatThrownBy(() -> parser.apply(expression).format(document))
                    .isInstanceOf(TemplateException.class)
                    .message()
                    .isNotBlank();
        } else {
            assertThat(parser.apply(expression).format(document)).isEqualTo(output.asText());
        }
    }

    private static JsonNode read(String name) throws IOException {
        try (InputStream file = TemplateVectorTest.class.getResourceAsStream("/templates/" + name)) {
            return MAPPER.readTree(file);
        }
    }
}
