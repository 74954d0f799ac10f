package dev.butlerlabs.core.tenant.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Ownership of fields between scale, other commands, manifests and other clients. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TenantClusterClientTest {
    private static final ObjectName DEMO = new ObjectName("butler-tenants", "demo");

    private final EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
            .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
    private final KubernetesClient client =
            new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"));
    private final TenantClusterClient clusters = new TenantClusterClient(client);

    @BeforeAll
    void createNamespaces() {
        for (String name : List.of("butler-system", "butler-tenants")) {
            client.resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(name)
                            .endMetadata()
                            .build())
                    .create();
        }
    }

    @AfterEach
    void deleteCluster() {
        clusters.delete(DEMO);
    }

    @AfterAll
    void close() {
        client.close();
        server.close();
    }

    @Test
    void scaleOwnsOnlyTheNumberOfWorkers() {
        clusters.apply(document(1), false);

        TenantCluster scaled = clusters.scale(clusters.get(DEMO), 3, false);

        assertThat(scaled.getSpec().workers().replicas()).isEqualTo(3);
        assertThat(FieldManagers.of(clusters.tree(DEMO)).managers().entrySet())
                .filteredOn(field -> field.getValue().contains("butlerctl-scale"))
                .extracting(Map.Entry::getKey)
                .containsExactly(".spec.workers.replicas");
    }

    @Test
    void scaleKeepsChangesMadeSinceTheClusterWasRead() {
        clusters.apply(document(1), false);
        TenantCluster read = clusters.get(DEMO);
        clusters.change(DEMO, Map.of("spec", Map.of("kubernetesVersion", "v1.32.0")), false);

        TenantCluster scaled = clusters.scale(read, 3, false);

        assertThat(scaled.getSpec().kubernetesVersion()).isEqualTo("v1.32.0");
        assertThat(scaled.getSpec().workers().replicas()).isEqualTo(3);
    }

    @Test
    void scaleTakesTheNumberOfWorkersFromAnotherManager() {
        applyAs("kubectl", document(1));

        assertThat(clusters.scale(clusters.get(DEMO), 3, false)
                        .getSpec()
                        .workers()
                        .replicas())
                .isEqualTo(3);
    }

    @Test
    void scaleWithDryRunChangesNothing() {
        clusters.apply(document(1), false);

        TenantCluster result = clusters.scale(clusters.get(DEMO), 3, true);

        assertThat(result.getSpec().workers().replicas()).isEqualTo(3);
        assertThat(clusters.get(DEMO).getSpec().workers().replicas()).isEqualTo(1);
    }

    @Test
    void scaleDoesNotCreateADeletedCluster() {
        clusters.apply(document(1), false);
        TenantCluster read = clusters.get(DEMO);
        clusters.delete(DEMO);

        assertThatThrownBy(() -> clusters.scale(read, 3, false))
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
        assertThat(clusters.find(DEMO)).isEmpty();
    }

    @Test
    void scaleDoesNotChangeAClusterThatWasCreatedAgain() {
        clusters.apply(document(1), false);
        TenantCluster read = clusters.get(DEMO);
        clusters.delete(DEMO);
        clusters.apply(document(1), false);

        assertThatThrownBy(() -> clusters.scale(read, 3, false))
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
        assertThat(clusters.get(DEMO).getSpec().workers().replicas()).isEqualTo(1);
    }

    @Test
    void aManifestTakesBackWhatCommandsHaveChanged() {
        clusters.apply(document(1), false);
        clusters.scale(clusters.get(DEMO), 3, false);
        clusters.change(DEMO, Map.of("spec", Map.of("kubernetesVersion", "v1.32.0")), false);

        clusters.apply(document(1), false);

        TenantCluster applied = clusters.get(DEMO);
        assertThat(applied.getSpec().workers().replicas()).isEqualTo(1);
        assertThat(applied.getSpec().kubernetesVersion()).isEqualTo("v1.31.4");
        assertThat(FieldManagers.of(clusters.tree(DEMO)).managers().get(".spec.workers.replicas"))
                .containsExactly("butlerctl");
    }

    @Test
    void aManifestDoesNotTakeFieldsOfAnotherManager() {
        applyAs("kubectl", document(1));
        clusters.scale(clusters.get(DEMO), 3, false);
        Map<String, Object> other = document(1).tree();
        UntypedTree.put(other, "spec.kubernetesVersion", "v1.32.0");

        assertThatThrownBy(() -> clusters.apply(TenantDocument.of(other), false))
                .isInstanceOfSatisfying(ButlerException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT);
                    assertThat(e.problems())
                            .extracting("path")
                            .containsExactlyInAnyOrder(".spec.kubernetesVersion", ".spec.workers.replicas");
                });
        assertThat(clusters.get(DEMO).getSpec().workers().replicas()).isEqualTo(3);
        assertThat(clusters.get(DEMO).getSpec().kubernetesVersion()).isEqualTo("v1.31.4");
    }

    private void applyAs(String manager, TenantDocument document) {
        client.resource(client.getKubernetesSerialization()
                        .convertValue(document.tree(), GenericKubernetesResource.class))
                .patch(new PatchContext.Builder()
                        .withPatchType(PatchType.SERVER_SIDE_APPLY)
                        .withFieldManager(manager)
                        .build());
    }

    private static TenantDocument document(int workers) {
        Map<String, Object> tree = new HashMap<>();
        UntypedTree.put(tree, "apiVersion", "butler.butlerlabs.dev/v1alpha1");
        UntypedTree.put(tree, "kind", "TenantCluster");
        UntypedTree.put(tree, "metadata.name", DEMO.name());
        UntypedTree.put(tree, "metadata.namespace", DEMO.namespace().orElseThrow());
        UntypedTree.put(tree, "spec.kubernetesVersion", "v1.31.4");
        UntypedTree.put(tree, "spec.workers.replicas", workers);
        return TenantDocument.of(tree);
    }
}
