package dev.butlerlabs.core.addon;

import static org.assertj.core.api.Assertions.assertThat;

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

/** The packed chart of the controllers. {@link RealHelmChartTest} renders and installs it. */
class ControllersChartTest {
    private static final Path DIRECTORY = ProjectRoot.find().resolve("manifests/chart");
    private static final Pattern METRIC = Pattern.compile("\\b(butler_\\w+|custom_resources|reconciliations_\\w+)\\b");

    @Test
    void listsEveryFileOfTheDirectory() throws IOException {
        Path chart = DIRECTORY.resolve("butler");
        try (Stream<Path> files = Files.walk(chart)) {
            assertThat(Files.readAllLines(DIRECTORY.resolve("files.txt")))
                    .isEqualTo(files.filter(Files::isRegularFile)
                            .map(file -> chart.relativize(file).toString())
                            .sorted()
                            .toList());
        }
    }

    @Test
    void containsTheCrdsWithoutASecondCopyInTheRepository() {
        assertThat(ControllersChart.shipped().files().keySet().stream().filter(path -> path.startsWith("files/crds/")))
                .hasSameSizeAs(CustomResourceDefinitionFiles.texts())
                .contains("files/crds/tenantclusters.butler.butlerlabs.dev.yaml");
        assertThat(DIRECTORY.resolve("butler/files/crds")).doesNotExist();
    }

    @Test
    void isPackedTheSameWayEachTimeAndFitsIntoAConfigMap() {
        byte[] archive = ControllersChart.shipped().archive();
        ConfigMap configMap = ControllersChart.shipped().configMap("butler-system");
        assertThat(ControllersChart.shipped().archive()).isEqualTo(archive).hasSizeLessThan(200_000);
        assertThat(configMap.getBinaryData()).containsOnlyKeys(ControllersChart.FILE);
        assertThat(ControllersChart.source().chart()).isEqualTo("butler");
    }

    @Test
    void hasTheVersionOfTheProjectAndOfTheAddon() throws IOException {
        Matcher project = Pattern.compile("<version>(\\S+?)(-SNAPSHOT)?</version>")
                .matcher(Files.readString(ProjectRoot.find().resolve("pom.xml")));
        assertThat(project.find()).isTrue();
        ControllersChart chart = ControllersChart.shipped();
        assertThat(chart.version()).matches(Pattern.quote(project.group(1)) + "\\+[0-9a-f]{10}");
        assertThat(chart.appVersion()).isEqualTo(project.group(1));
    }

    @Test
    void theSchemaDescribesEveryValueAndRejectsOthers() throws IOException {
        JsonNode schema = new ObjectMapper()
                .readTree(DIRECTORY.resolve("butler/values.schema.json").toFile());
        JsonNode values = ObjectSerialization.plain()
                .unmarshal(Files.readString(DIRECTORY.resolve("butler/values.yaml")), JsonNode.class);
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
