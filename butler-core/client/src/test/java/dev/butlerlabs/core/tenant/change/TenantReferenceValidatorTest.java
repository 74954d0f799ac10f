package dev.butlerlabs.core.tenant.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TenantReferenceValidatorTest {
    private final EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
            .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
    private final KubernetesClient client =
            new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"));
    private final TenantClusterClient clusters = new TenantClusterClient(client);

    @BeforeAll
    void create() {
        for (var namespace :
                Map.of("butler-system", "", "team-a", "a", "team-b", "b").entrySet()) {
            client.resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(namespace.getKey())
                            .addToLabels(Labels.TEAM, namespace.getValue())
                            .endMetadata()
                            .build())
                    .create();
        }
        provider("everybody", "");
        provider("only-b", "scope: {type: team, teamRef: {name: b}}");
    }

    private void provider(String name, String spec) {
        client.resource(client.getKubernetesSerialization().unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: ProviderConfig
                        metadata: {name: %s, namespace: butler-system}
                        spec: {provider: local, %s}
                        """.formatted(name, spec), ProviderConfig.class))
                .create();
    }

    @AfterAll
    void close() {
        client.close();
        server.close();
    }

    private static TenantDocument document(String namespace, String team, String providerNamespace) {
        Map<String, Object> tree = new HashMap<>();
        UntypedTree.put(tree, "apiVersion", "butler.butlerlabs.dev/v1alpha1");
        UntypedTree.put(tree, "kind", "TenantCluster");
        UntypedTree.put(tree, "metadata.name", "demo");
        UntypedTree.put(tree, "metadata.namespace", namespace);
        UntypedTree.put(tree, "spec.kubernetesVersion", "v1.31.4");
        UntypedTree.put(tree, "spec.workers.replicas", 1);
        UntypedTree.put(tree, "spec.teamRef.name", team);
        UntypedTree.put(tree, "spec.providerConfigRef.name", "everybody");
        UntypedTree.put(tree, "spec.providerConfigRef.namespace", providerNamespace);
        return TenantDocument.of(tree);
    }

    @Test
    void rejectsEveryReferenceThatTheControllersRefuseAndWritesNothing() {
        assertThatThrownBy(() -> clusters.apply(document("team-a", "b", "team-b"), false))
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        e -> assertThat(e.problems())
                                .extracting(problem -> problem.toString())
                                .satisfiesExactlyInAnyOrder(
                                        text -> assertThat(text).contains("spec.providerConfigRef", "team-b/everybody"),
                                        text -> assertThat(text).contains("spec.teamRef", "belongs to team \"a\"")));
        assertThat(clusters.list(Optional.of("team-a")).items()).isEmpty();
    }

    @Test
    void acceptsTheTeamOfTheNamespace() {
        assertThatCode(() -> clusters.apply(document("team-b", "b", "butler-system"), true))
                .doesNotThrowAnyException();
    }

    @Test
    void offersOnlyProviderConfigsThatTheNamespaceMayUse() {
        assertThat(clusters.providers("team-a"))
                .extracting(config -> config.getMetadata().getName())
                .containsExactly("everybody");
        assertThat(clusters.providers("team-b"))
                .extracting(config -> config.getMetadata().getName())
                .containsExactlyInAnyOrder("everybody", "only-b");
    }
}
