package dev.butlerlabs.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.CustomResourceTypes;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.progress.ProgressReporter;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class EmbeddedEngineTest {
    @TempDir
    private Path folder;

    /** They are not checked at a start; here they are, and found to be what a client would have made of them. */
    @Test
    void servesButlersKindsAsIfAClientHadAppliedThem() {
        withClient(client -> {
            Map<String, String> before = versions(client);
            assertThat(before).hasSize(CustomResourceTypes.ALL.size());
            new CustomResourceDefinitions(client)
                    .ensureYaml(CustomResourceDefinitionFiles.texts(), Duration.ofSeconds(60));
            assertThat(versions(client)).isEqualTo(before);
            assertThat(definitions(client))
                    .allSatisfy(
                            definition -> assertThat(definition.getMetadata().getManagedFields())
                                    .extracting(ManagedFieldsEntry::getManager)
                                    .containsExactly(ServerSideApply.BUTLER));
        });
    }

    @Test
    void changesNoDefinitionAtTheNextStart() {
        Map<String, String> first = new TreeMap<>();
        withClient(client -> first.putAll(versions(client)));
        withClient(client -> assertThat(versions(client)).isEqualTo(first));
    }

    @Test
    void takesADefinitionBackThatSomebodyChanged() {
        withClient(client -> definition(client).edit(definition -> {
            definition.getSpec().getNames().setShortNames(List.of("changed"));
            return definition;
        }));
        withClient(client -> assertThat(
                        definition(client).get().getSpec().getNames().getShortNames())
                .doesNotContain("changed"));
    }

    private static Resource<CustomResourceDefinition> definition(KubernetesClient client) {
        return client.apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName(definitions(client).getFirst().getMetadata().getName());
    }

    private static Map<String, String> versions(KubernetesClient client) {
        return definitions(client).stream()
                .collect(Collectors.toMap(
                        definition -> definition.getMetadata().getName(),
                        definition -> definition.getMetadata().getResourceVersion(),
                        (one, other) -> one + other,
                        TreeMap::new));
    }

    private static List<CustomResourceDefinition> definitions(KubernetesClient client) {
        return client.apiextensions().v1().customResourceDefinitions().list().getItems();
    }

    private void withClient(Consumer<KubernetesClient> use) {
        EmbeddedEngineOptions options = new EmbeddedEngineOptions(Optional.of(folder), 0, Optional.empty());
        try (EmbeddedEngine engine = EmbeddedEngine.start(options, new ProgressReporter(_ -> {}, Clock.systemUTC()));
                KubernetesClient client =
                        new KubeConnector("test").connect(List.of(engine.kubeconfig()), Optional.empty())) {
            use.accept(client);
        }
    }
}
