package dev.butlerlabs.adm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
class VersionTest {
    private static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);

    @Test
    void tellsPeopleInThreeLines() {
        ToolRun run = BUTLERADM.run("version");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .matches(
                        "butleradm \\d+[.]\\d+[.]\\d+\\S*\ncommit {3}\\S+ of \\S+\nruntime  .*Java 25\\S* on \\S+/\\S+\n");
    }

    @Test
    void tellsProgramsInJsonAndYaml() throws IOException {
        JsonNode json = new ObjectMapper()
                .readTree(BUTLERADM.run("version", "-o", "json").out());
        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly("name", "version", "commit", "date", "runtime", "java", "platform");
        Map<?, ?> yaml =
                Serialization.unmarshal(BUTLERADM.run("version", "-o", "yaml").out(), Map.class);
        assertThat(yaml.get("version")).isEqualTo(json.get("version").asText());
        assertThat(BUTLERADM.run("version", "-o", "name").out())
                .isEqualTo("butleradm/" + json.get("version").asText() + "\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"version", "version -o json", "explain BTL-0301", "--help", "engine start --help", "nonsense"})
    void loadsNothingItDoesNotNeed(String line, @TempDir Path folder) throws IOException {
        Assumptions.assumeTrue(Tool.binaries().isEmpty(), "a native program loads no classes");
        Path log = folder.resolve("classes.txt");
        List<String> command = new ArrayList<>(BUTLERADM.java(List.of("-Xlog:class+load:file=" + log)));
        command.addAll(List.of(line.split(" ")));
        Tool.finish(new ProcessBuilder(command).start());
        List<String> classes =
                Files.readAllLines(log).stream().map(VersionTest::className).toList();
        assertThat(classes)
                .contains("dev.butlerlabs.adm.Butleradm")
                .hasSizeLessThan(1900)
                .noneMatch(
                        name -> name.matches(
                                "(io[.]fabric8|io[.]helidon|com[.]fasterxml|org[.]snakeyaml|org[.]yaml|org[.]slf4j|java[.]util[.]logging[.]LogM).*"));
    }

    private static String className(String line) {
        return line.replaceFirst("^(?:\\[[^]]*\\])+ ", "").replaceFirst(" .*", "");
    }
}
