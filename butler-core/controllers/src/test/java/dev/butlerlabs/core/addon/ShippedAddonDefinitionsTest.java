package dev.butlerlabs.core.addon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.AddonDefinition;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions.Definitions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.helm.ChartRequest;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.testing.ProjectRoot;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The AddonDefinitions that come with the platform. */
@Tag("slow")
class ShippedAddonDefinitionsTest {
    private static final Path FOLDER = ProjectRoot.find().resolve("manifests/catalogue");

    @Test
    void holdsEveryFileOfTheFolderUnderItsName() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(ShippedAddonDefinitions.definitions())
                    .extracting(definition -> definition.getMetadata().getName() + ".yaml")
                    .containsExactlyInAnyOrderElementsOf(files.map(Path::getFileName)
                            .map(Path::toString)
                            .filter(name -> name.endsWith(".yaml"))
                            .toList());
        }
    }

    @Test
    void isPinnedAndDependsOnItselfAlone() {
        Set<String> names = ShippedAddonDefinitions.definitions().stream()
                .map(definition -> definition.getMetadata().getName())
                .collect(Collectors.toSet());
        assertThat(ShippedAddonDefinitions.definitions()).allSatisfy(definition -> {
            assertThat(ChartRequest.isExact(definition.getSpec().chart().defaultVersion()))
                    .as(definition.getMetadata().getName())
                    .isTrue();
            assertThat(names).containsAll(definition.getSpec().dependsOn());
        });
    }

    @Test
    void hasTheVersionsThatThePlatformInstalls() {
        Map<String, AddonDefinition> catalogue = ShippedAddonDefinitions.definitions().stream()
                .collect(Collectors.toMap(definition -> definition.getMetadata().getName(), Function.identity()));
        assertThat(PlatformAddons.shipped().all())
                .filteredOn(addon -> catalogue.containsKey(addon.name()))
                .hasSizeGreaterThanOrEqualTo(5)
                .allSatisfy(addon -> {
                    var chart = catalogue.get(addon.name()).getSpec().chart();
                    assertThat(chart.defaultVersion()).as(addon.name()).isEqualTo(addon.version());
                    assertThat(chart.repository())
                            .isEqualTo(addon.chart().orElseThrow().source());
                });
    }

    @Test
    void isValidByOurDefinition() {
        assertThat(stored(CustomResourceDefinitionFiles.texts())).hasSameSizeAs(ShippedAddonDefinitions.texts());
    }

    @Test
    void isValidByTheDefinitionOfTheExistingPlatformWhichKeepsEveryField() throws IOException {
        Path file = Optional.ofNullable(System.getenv("BUTLER_ORACLES"))
                .map(Path::of)
                .orElse(ProjectRoot.find().resolve("../shared/oracles"))
                .resolve("crds/butler/addondefinitions.butler.butlerlabs.dev.yaml");
        Assumptions.assumeTrue(Files.exists(file), "no CRD of the existing platform at " + file);
        Map<String, Object> theirs = stored(List.of(Files.readString(file)));
        assertThat(theirs).isEqualTo(stored(CustomResourceDefinitionFiles.texts()));
    }

    /** The spec of every definition as a server with these kinds keeps it. */
    private static Map<String, Object> stored(List<String> kinds) {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(
                        EmbeddedApiOptions.inMemory().withDefinitions(new Definitions("catalogue", kinds)));
                KubernetesClient client =
                        new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "embedded"))) {
            Map<String, Object> specs = new TreeMap<>();
            for (String text : ShippedAddonDefinitions.texts()) {
                GenericKubernetesResource kept = ServerSideApply.asButler()
                        .apply(client, new KubernetesSerialization().unmarshal(text, GenericKubernetesResource.class));
                specs.put(
                        kept.getMetadata().getName(),
                        kept.getAdditionalProperties().get("spec"));
            }
            return specs;
        }
    }
}
