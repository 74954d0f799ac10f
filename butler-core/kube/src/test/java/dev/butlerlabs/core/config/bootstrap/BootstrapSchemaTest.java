package dev.butlerlabs.core.config.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaId;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlValueConverter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The published schema says what the reader says. */
class BootstrapSchemaTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonSchemaFactory FACTORY = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
    private static final JsonSchema SCHEMA =
            FACTORY.getSchema(JSON.<JsonNode>valueToTree(BootstrapSchema.tree(providers())));
    private static final Path CASES = ProjectRoot.find().resolve("butler-core/kube/src/test/resources/config");

    @Test
    void theSchemaIsASchema() {
        JsonSchema schemas = FACTORY.getSchema(SchemaLocation.of(SchemaId.V202012));

        assertThat(schemas.validate(JSON.valueToTree(BootstrapSchema.tree(providers()))))
                .isEmpty();
    }

    static Stream<String> casesWithPlans() throws IOException {
        return GoldenConfigTest.cases()
                .filter(name -> Files.exists(CASES.resolve(name).resolve("plan.yaml")));
    }

    @ParameterizedTest
    @MethodSource("casesWithPlans")
    void whatTheReaderTakesFitsTheSchema(String name) throws IOException {
        assertThat(SCHEMA.validate(document(CASES.resolve(name).resolve("in.yaml"))))
                .isEmpty();
    }

    /** Some rules no schema can say: what is no network because of its last bits, and what a section of keys could have been. */
    private static final Set<String> BEYOND = Set.of("network.serviceCIDR");

    @ParameterizedTest
    @MethodSource("casesOfForm")
    void whatTheReaderRefusesForItsFormTheSchemaRefusesToo(String name) throws IOException {
        Path folder = CASES.resolve(name);
        List<String> told = Files.readAllLines(folder.resolve("problems.txt")).stream()
                .map(line -> line.substring(line.indexOf(' ') + 1, line.indexOf(": ")))
                .filter(path -> !BEYOND.contains(path))
                .toList();
        Set<String> refused = SCHEMA.validate(document(folder.resolve("in.yaml"))).stream()
                .map(message -> path(message.getInstanceLocation().toString(), message.getProperty()))
                .collect(Collectors.toSet());

        assertThat(told).isNotEmpty();
        assertThat(refused).containsAll(told);
    }

    static Stream<String> casesOfForm() {
        return Stream.of("wrong-types", "unknown-keys", "name-with-capitals");
    }

    @Test
    void everyKeyIsExplained() {
        assertThat(BootstrapSchema.rows()).hasSizeGreaterThan(100).allSatisfy(row -> {
            assertThat(row.description()).endsWith(".");
            assertThat(row.type()).isNotBlank();
        });
    }

    private static String path(String location, String property) {
        String path = location.replaceFirst("^\\$\\.?", "");
        return property == null ? path : path.isEmpty() ? property : path + "." + property;
    }

    static Map<String, ConfigKeys> providers() {
        Map<String, ConfigKeys> providers = new LinkedHashMap<>();
        Stream.of(ExampleProvider.values()).forEach(provider -> providers.put(provider.word(), provider.keys()));
        return providers;
    }

    static JsonNode document(Path file) throws IOException {
        return document(Files.readString(file));
    }

    static JsonNode document(String text) {
        return JSON.valueToTree(YamlValueConverter.of(
                YamlParser.parse(text, YamlLimits.CONFIGURATION).getFirst()));
    }
}
