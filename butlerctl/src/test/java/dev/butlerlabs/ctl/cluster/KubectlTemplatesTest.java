package dev.butlerlabs.ctl.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.testing.GoldenFile;
import dev.butlerlabs.core.testing.ProjectRoot;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Records what the real kubectl prints for the templates in {@code butler-core/cli/src/test/resources/templates}; TemplateVectorTest compares
 * the tools with it. Skipped without kubectl in KUBEBUILDER_ASSETS.
 */
@Tag("process")
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class KubectlTemplatesTest {
    private static final Path TEMPLATES = Path.of("butler-core/cli/src/test/resources/templates");
    private static final ResourceDefinitionContext WIDGET = new ResourceDefinitionContext.Builder()
            .withGroup("test.example")
            .withVersion("v1")
            .withKind("Widget")
            .withPlural("widgets")
            .withNamespaced(true)
            .build();

    @TempDir
    private static Path folder;

    private static ClusterBench bench;
    private static Path kubectl;

    @BeforeAll
    static void start() throws IOException {
        String assets = System.getenv("KUBEBUILDER_ASSETS");
        Assumptions.assumeTrue(assets != null, "KUBEBUILDER_ASSETS is not set: no kubectl to compare with");
        kubectl = Path.of(assets, "kubectl");
        Assumptions.assumeTrue(Files.isExecutable(kubectl), "no kubectl in KUBEBUILDER_ASSETS");
        bench = ClusterBench.start(folder);
        bench.define(WIDGET);
        ObjectMapper mapper = new ObjectMapper();
        mapper.readTree(ProjectRoot.find()
                        .resolve(TEMPLATES)
                        .resolve("widgets.json")
                        .toFile())
                .get("items")
                .forEach(item -> bench.put(mapper.convertValue(item, new TypeReference<Map<String, Object>>() {})));
    }

    @AfterAll
    static void stop() {
        if (bench != null) {
            bench.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"jsonpath, 60", "go-template, 60", "custom-columns, 12"})
    void printsWhatWasRecorded(String kind, int minimum) throws IOException, InterruptedException {
        List<Map<String, Object>> vectors = new ArrayList<>();
        for (String line :
                Files.readAllLines(ProjectRoot.find().resolve(TEMPLATES).resolve(kind + "-expressions.txt"))) {
            int bar = line.indexOf('|');
            String on = line.substring(0, bar);
            String expression = line.substring(bar + 1);
            Map<String, Object> vector = new LinkedHashMap<>();
            vector.put("on", on);
            vector.put("expression", expression);
            vector.put("output", output(kind, on, expression));
            vectors.add(vector);
        }
        assertThat(vectors).hasSizeGreaterThanOrEqualTo(minimum);
        GoldenFile.check(
                TEMPLATES.resolve(kind + "-vectors.json").toString(),
                new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(vectors) + "\n");
    }

    /** Returns the output; null if kubectl fails. */
    private static String output(String kind, String on, String expression) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                kubectl.toString(),
                "--kubeconfig",
                bench.kubeconfig().toString(),
                "-n",
                "butler-tenants",
                "get",
                "widgets"));
        if (on.equals("one")) {
            words.add("alpha");
        }
        words.addAll(List.of("-o", kind + "=" + expression));
        ProcessBuilder builder = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("HOME", folder.toString());
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? text : null;
    }
}
