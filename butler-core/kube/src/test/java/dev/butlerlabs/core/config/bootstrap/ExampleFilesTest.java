package dev.butlerlabs.core.config.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.net.IpAddress;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The example bootstrap files, one for every provider. */
class ExampleFilesTest {
    private static final Path FOLDER = ProjectRoot.find().resolve("configs/examples");
    private static final Pattern ADDRESS = Pattern.compile("\\b\\d+\\.\\d+\\.\\d+\\.\\d+\\b");

    /** Networks for documentation, the two inside every cluster, and the one that the provider local creates on a Docker engine. */
    private static final List<Ipv4Range> ALLOWED = Stream.of(
                    "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "10.244.0.0/16", "10.96.0.0/12", "10.5.0.0/24")
            .flatMap(network -> Ipv4Range.ofNetwork(network).stream())
            .toList();

    static Stream<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files
                    .filter(file -> file.getFileName().toString().startsWith("bootstrap-"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @Test
    void thereIsOneForEveryProviderAndForEverySpecialShape() throws IOException {
        assertThat(examples().map(file -> file.getFileName().toString()))
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                Stream.of(ExampleProvider.values()).map(ExampleProvider::word),
                                Stream.of("single-node", "harvester-static"))
                        .map(name -> "bootstrap-" + name + ".yaml")
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("examples")
    void isReadWithoutAProblemOrAWarning(Path file) {
        ConfigReadResult reading =
                new ConfigReader(everythingIsThere(), List.of(ExampleProvider.RULE)).read(ConfigText.of(file));

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.warnings()).isEmpty();
        boolean hasCredentials = !reading.orThrow().provider().equals("local");
        assertThat(ExampleProvider.render(reading.orThrow()).first()).hasSize(hasCredentials ? 3 : 2);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void fitsTheSchemaItNames(Path file) throws IOException {
        String first = Files.readAllLines(file).getFirst();
        assertThat(first).startsWith("# yaml-language-server: $schema=");
        Path schema =
                file.resolveSibling(first.substring(first.indexOf('=') + 1)).normalize();
        JsonNode rules = new ObjectMapper().readTree(schema.toFile());

        assertThat(JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                        .getSchema(rules)
                        .validate(BootstrapSchemaTest.document(file)))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void namesAddressesThatBelongToNobody(Path file) throws IOException {
        assertThat(ADDRESS.matcher(Files.readString(file))
                        .results()
                        .map(found -> IpAddress.tryParseIpv4(found.group()).orElseThrow()))
                .isNotEmpty()
                .allSatisfy(address -> assertThat(ALLOWED).anyMatch(range -> range.contains(address)));
    }

    private static ConfigEnvironment everythingIsThere() {
        return new ConfigEnvironment(
                _ -> Optional.of("example"),
                _ -> new ByteArrayInputStream("example".getBytes(StandardCharsets.UTF_8)),
                Path.of("/nowhere"),
                FOLDER);
    }
}
