package dev.butlerlabs.core.tenant.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every folder of {@code src/test/resources/tenant} is a tenant cluster and what it consists of, or why it cannot be made. */
class GoldenRenderingTest {
    private static final Path CASES = Path.of("src/test/resources/tenant");
    private static final boolean UPDATE = Boolean.getBoolean("butler.golden.update");
    private static final ObjectMapper PRINTER = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .build()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    @TestFactory
    Stream<DynamicTest> rendersWhatWasAgreed() throws IOException {
        try (Stream<Path> folders = Files.list(CASES)) {
            return folders.sorted().toList().stream()
                    .map(folder -> DynamicTest.dynamicTest(folder.getFileName().toString(), () -> check(folder)));
        }
    }

    private static void check(Path folder) throws IOException {
        TenantCase described = TenantCase.parse(Files.readString(folder.resolve("plan.yaml")));
        String rendered = rendered(described);
        Path agreed = folder.resolve("rendered.yaml");
        if (UPDATE) {
            Files.writeString(agreed, rendered);
        }
        assertThat(documents(rendered)).isEqualTo(documents(Files.readString(agreed)));
    }

    private static String rendered(TenantCase described) throws IOException {
        try {
            return printed(described.renderer().render(described.plan()).all());
        } catch (ButlerException e) {
            return PRINTER.writeValueAsString(
                    e.problems().stream().map(InputProblem::toString).toList());
        }
    }

    private static String printed(List<HasMetadata> objects) {
        return objects.stream()
                .map(object -> print(TenantCase.KUBERNETES.convertValue(object, Object.class)))
                .collect(Collectors.joining("---\n"));
    }

    private static String print(Object tree) {
        try {
            return PRINTER.writeValueAsString(tree);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<JsonNode> documents(String text) {
        return Stream.of(text.split("(?m)^---$", -1))
                .map(GoldenRenderingTest::tree)
                .toList();
    }

    private static JsonNode tree(String yaml) {
        try {
            return PRINTER.readTree(yaml);
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
