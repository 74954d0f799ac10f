package dev.butlerlabs.core.config.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.testing.GoldenFile;
import dev.butlerlabs.core.testing.ProjectRoot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A case is a folder: {@code in.yaml}, and what comes of it in {@code problems.txt} or {@code plan.yaml}, with {@code warnings.txt}
 * if there are any. Files a case refers to are beside it; the folder is also its home.
 */
class GoldenConfigTest {
    private static final String FOLDER = "butler-core/kube/src/test/resources/config";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What the cases may refer to. */
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "PRISM_PASSWORD",
            "env-S3cr3t",
            "WORDS",
            "some words",
            "CPU",
            "4",
            "EMPTY",
            "",
            "DISGUISED",
            "file:kubeconfig");

    static Stream<String> cases() throws IOException {
        try (Stream<Path> folders = Files.list(ProjectRoot.find().resolve(FOLDER))) {
            return folders.map(folder -> folder.getFileName().toString()).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void comesOutAsWritten(String name) throws IOException {
        Path folder = ProjectRoot.find().resolve(FOLDER).resolve(name);
        ConfigReadResult reading = read(folder);

        expect(name, "problems.txt", lines(reading.problems(), folder));
        expect(name, "warnings.txt", lines(reading.warnings(), folder));
        expect(
                name,
                "plan.yaml",
                reading.config()
                        .map(ExampleProvider::render)
                        .map(GoldenConfigTest::yaml)
                        .orElse(""));
        assertThat(lines(reading.problems(), folder) + lines(reading.warnings(), folder))
                .as("secrets are not told")
                .doesNotContain("S3cr3t")
                .doesNotContain("some words");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void whatIsRenderedFitsTheSchemasOfTheResources(String name) throws IOException {
        Optional<BootstrapConfig> config =
                read(ProjectRoot.find().resolve(FOLDER).resolve(name)).config();
        if (config.isPresent()) {
            BootstrapManifests resources = ExampleProvider.render(config.get());
            for (HasMetadata resource : all(resources)) {
                if (resource instanceof CustomResource<?, ?> custom) {
                    assertThat(JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                                    .getSchema(schema(custom))
                                    .validate(JSON.valueToTree(custom)))
                            .as("%s of %s", custom.getKind(), name)
                            .isEmpty();
                }
            }
        }
    }

    private static ConfigReadResult read(Path folder) throws IOException {
        ConfigEnvironment surroundings =
                new ConfigEnvironment(variable -> Optional.ofNullable(ENVIRONMENT.get(variable)), folder, folder);
        return new ConfigReader(surroundings, List.of(ExampleProvider.RULE))
                .read(new ConfigText("in.yaml", Files.readString(folder.resolve("in.yaml"))));
    }

    private static void expect(String name, String file, String text) {
        String path = FOLDER + "/" + name + "/" + file;
        if (text.isEmpty()) {
            assertThat(ProjectRoot.find().resolve(path)).as("nothing to tell").doesNotExist();
        } else {
            GoldenFile.check(path, text);
        }
    }

    private static String lines(List<InputProblem> problems, Path folder) {
        return problems.stream()
                .map(problem -> problem.toString()
                                .replace(folder + "/", "<folder>/")
                                .replace(folder.getParent() + "/", "<cases>/")
                        + "\n")
                .collect(Collectors.joining());
    }

    private static String yaml(BootstrapManifests resources) {
        return all(resources).stream().map(Serialization::asYaml).collect(Collectors.joining());
    }

    private static List<HasMetadata> all(BootstrapManifests resources) {
        List<HasMetadata> all = new ArrayList<>(resources.first());
        all.addAll(resources.last());
        return all;
    }

    private static JsonNode schema(CustomResource<?, ?> resource) throws IOException {
        Path crds = ProjectRoot.find().resolve("manifests/crds");
        return new YAMLMapper()
                .readTree(crds.resolve(resource.getCRDName() + ".yaml").toFile())
                .at("/spec/versions/0/schema/openAPIV3Schema");
    }
}
