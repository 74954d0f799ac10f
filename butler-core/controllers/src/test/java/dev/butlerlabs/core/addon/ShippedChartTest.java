package dev.butlerlabs.core.addon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.kube.ObjectSerialization;
import dev.butlerlabs.core.testing.ProjectRoot;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The packed charts. {@link RealHelmChartTest} and {@link RealHelmConsoleChartTest} render them. */
class ShippedChartTest {
    private static final Path DIRECTORY = ProjectRoot.find().resolve("manifests/chart");
    private static final Pattern METRIC = Pattern.compile("\\b(butler_\\w+|custom_resources|reconciliations_\\w+)\\b");

    @Test
    void listsEveryFileOfTheDirectory() throws IOException {
        Path list = DIRECTORY.resolve("files.txt");
        try (Stream<Path> files = Files.walk(DIRECTORY)) {
            assertThat(Files.readAllLines(list))
                    .isEqualTo(files.filter(Files::isRegularFile)
                            .filter(file -> !file.equals(list))
                            .map(file -> DIRECTORY.relativize(file).toString())
                            .sorted()
                            .toList());
        }
    }

    @Test
    void containsTheCrdsWithoutASecondCopyInTheRepository() {
        assertThat(ShippedChart.controllers().files().keySet().stream().filter(path -> path.startsWith("files/crds/")))
                .hasSameSizeAs(CustomResourceDefinitionFiles.texts())
                .contains("files/crds/tenantclusters.butler.butlerlabs.dev.yaml");
        assertThat(DIRECTORY.resolve("butler/files/crds")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {ShippedChart.CONTROLLERS, ShippedChart.CONSOLE})
    void isPackedTheSameWayEachTimeAndFitsIntoAConfigMap(String name) {
        byte[] archive = ShippedChart.named(name).archive();
        ConfigMap configMap = ShippedChart.named(name).configMap("butler-system");
        assertThat(ShippedChart.named(name).archive()).isEqualTo(archive).hasSizeLessThan(200_000);
        assertThat(configMap.getMetadata().getName()).isEqualTo(name + "-chart");
        assertThat(configMap.getBinaryData()).containsOnlyKeys(name + ".tgz");
        assertThat(ShippedChart.named(name).source().chart()).isEqualTo(name);
    }

    @Test
    void hasNoOtherCharts() {
        assertThatThrownBy(() -> ShippedChart.named("butler-web")).hasMessageContaining("no chart butler-web");
    }

    @ParameterizedTest
    @ValueSource(strings = {ShippedChart.CONTROLLERS, ShippedChart.CONSOLE})
    void hasTheVersionOfTheProjectAndOfTheAddon(String name) throws IOException {
        Matcher project = Pattern.compile("<version>(\\S+?)(-SNAPSHOT)?</version>")
                .matcher(Files.readString(ProjectRoot.find().resolve("pom.xml")));
        assertThat(project.find()).isTrue();
        ShippedChart chart = ShippedChart.named(name);
        assertThat(chart.version()).matches(Pattern.quote(project.group(1)) + "\\+[0-9a-f]{10}");
        assertThat(chart.appVersion()).isEqualTo(project.group(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {ShippedChart.CONTROLLERS, ShippedChart.CONSOLE})
    void theSchemaDescribesEveryValueAndRejectsOthers(String name) throws IOException {
        Path chart = DIRECTORY.resolve(name);
        JsonNode schema =
                new ObjectMapper().readTree(chart.resolve("values.schema.json").toFile());
        JsonNode values =
                ObjectSerialization.plain().unmarshal(Files.readString(chart.resolve("values.yaml")), JsonNode.class);
        assertThat(schema.path("additionalProperties").asBoolean(true)).isFalse();
        values.properties().forEach(value -> assertDescribed(value, schema));
    }

    private static void assertDescribed(Map.Entry<String, JsonNode> value, JsonNode schema) {
        JsonNode described = schema.path("properties").path(value.getKey());
        assertThat(described.isMissingNode()).as(value.getKey()).isFalse();
        if (described.has("properties")) {
            assertThat(described.path("additionalProperties").asBoolean(true))
                    .as(value.getKey())
                    .isFalse();
            value.getValue().properties().forEach(part -> assertDescribed(part, described));
        }
    }

    /** A panel with a misspelled metric would be empty. */
    @Test
    void theDashboardUsesDocumentedMetrics() throws IOException {
        JsonNode dashboard = new ObjectMapper()
                .readTree(DIRECTORY.resolve("butler/files/dashboard.json").toFile());
        TreeSet<String> used = new TreeSet<>();
        dashboard
                .findValuesAsText("expr")
                .forEach(expression -> METRIC.matcher(expression).results().forEach(match -> used.add(match.group(1))));
        String documented = Files.readString(ProjectRoot.find().resolve("docs/reconcilers.md"));
        assertThat(used)
                .hasSizeGreaterThan(5)
                .allSatisfy(metric -> assertThat(documented).containsPattern("`" + metric + "[`{]"));
    }
}
