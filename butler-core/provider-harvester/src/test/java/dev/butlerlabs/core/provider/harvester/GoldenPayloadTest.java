package dev.butlerlabs.core.provider.harvester;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every folder of {@code src/test/resources/harvester} is a machine, and what is sent to Harvester for it. */
class GoldenPayloadTest {
    private static final Path CASES = Path.of("src/test/resources/harvester");
    private static final ObjectMapper YAML = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .build()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    @TestFactory
    Stream<DynamicTest> sendsWhatWasAgreed() throws IOException {
        try (Stream<Path> folders = Files.list(CASES)) {
            return folders.sorted().toList().stream()
                    .map(folder -> DynamicTest.dynamicTest(folder.getFileName().toString(), () -> check(folder)));
        }
    }

    private static void check(Path folder) throws IOException {
        MachineCase machine = MachineCase.read(Files.readString(folder.resolve("machine.yaml")));
        List<JsonNode> sent =
                machine.payloads().stream().<JsonNode>map(YAML::valueToTree).toList();

        assertThat(sent).isEqualTo(documents(folder.resolve("sent.yaml")));
    }

    private static List<JsonNode> documents(Path file) throws IOException {
        return Stream.of(Files.readString(file).split("(?m)^---$", -1))
                .map(GoldenPayloadTest::tree)
                .toList();
    }

    private static JsonNode tree(String yaml) {
        try {
            return YAML.readTree(yaml);
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
