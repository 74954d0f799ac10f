package dev.butlerlabs.adm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
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

    @Test
    void comparesWithTheNewestReleaseOnRequest() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/butler/VERSION", exchange -> {
            byte[] version = "999.0.0\n".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, version.length);
            exchange.getResponseBody().write(version);
            exchange.close();
        });
        server.start();
        try {
            String url =
                    "http://127.0.0.1:%d/butler".formatted(server.getAddress().getPort());
            ToolRun text = BUTLERADM.run("version", "--check", "--release-url", url);
            assertThat(text.exitCode()).as(text.err()).isZero();
            assertThat(text.out()).contains("newest   999.0.0; to update butleradm, use the package manager");
            JsonNode json = new ObjectMapper()
                    .readTree(BUTLERADM
                            .with("BUTLER_RELEASE_URL", url)
                            .run("version", "--check", "-o", "json")
                            .out());
            assertThat(json.path("newest").asText()).isEqualTo("999.0.0");
            assertThat(json.path("updateAvailable").asBoolean()).isTrue();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void namesTheMissingUrlOfTheCheck() {
        ToolRun run = BUTLERADM.run("version", "--check");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("--release-url: is required with --check, unless BUTLER_RELEASE_URL is set");
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
                .hasSizeLessThan(2000)
                .noneMatch(
                        name -> name.matches(
                                "(io[.]fabric8|io[.]helidon|com[.]fasterxml|org[.]snakeyaml|org[.]yaml|org[.]slf4j|java[.]util[.]logging[.]LogM).*"));
    }

    private static String className(String line) {
        return line.replaceFirst("^(?:\\[[^]]*\\])+ ", "").replaceFirst(" .*", "");
    }
}
