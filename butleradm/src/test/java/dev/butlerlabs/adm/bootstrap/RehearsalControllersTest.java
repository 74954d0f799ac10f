package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What runs in a management cluster that was rehearsed and is kept. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class RehearsalControllersTest {
    @TempDir
    private Path folder;

    @Test
    void aTenantClusterBecomesReadyInAKeptRehearsal() throws Exception {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withDefinitions(
                        new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())))) {
            Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
            try (RehearsalControllers _ = RehearsalControllers.start(kubeconfig);
                    KubernetesClient client =
                            new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"))) {
                provider(client);
                client.resource(tenant()).create();

                TenantCluster ready = client.resources(TenantCluster.class)
                        .inNamespace(Namespaces.TENANTS)
                        .withName("demo")
                        .waitUntilCondition(RehearsalControllersTest::isReady, 120, TimeUnit.SECONDS);
                assertThat(ready.getStatus().workerNodesReady()).isEqualTo(3);
            }
        }
    }

    @Test
    void aProviderConfigIsValidatedInAKeptRehearsal() throws Exception {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withDefinitions(
                        new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())))) {
            Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
            try (RehearsalControllers _ = RehearsalControllers.start(kubeconfig);
                    KubernetesClient client =
                            new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"))) {
                provider(client);

                ProviderConfig judged = client.resources(ProviderConfig.class)
                        .inNamespace(Namespaces.TENANTS)
                        .withName("harvester")
                        .waitUntilCondition(RehearsalControllersTest::isJudged, 60, TimeUnit.SECONDS);
                assertThat(judged.getStatus().ready()).isFalse();
                assertThat(judged.getStatus().conditions()).anySatisfy(condition -> {
                    assertThat(condition.getType()).isEqualTo("CredentialsValid");
                    assertThat(condition.getStatus()).isEqualTo("False");
                    assertThat(condition.getMessage()).contains("kubeconfig");
                });
            }
        }
    }

    private static boolean isJudged(ProviderConfig config) {
        return config != null
                && config.getStatus() != null
                && config.getStatus().conditions() != null;
    }

    private static boolean isReady(TenantCluster cluster) {
        return cluster != null
                && cluster.getStatus() != null
                && cluster.getStatus().phase() == Phase.READY;
    }

    private static void provider(KubernetesClient client) {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace(Namespaces.TENANTS)
                        .withName("harvester")
                        .endMetadata()
                        .withStringData(Map.of("kubeconfig", "none"))
                        .build())
                .create();
        client.resource(client.getKubernetesSerialization().unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: ProviderConfig
                        metadata: {name: harvester, namespace: butler-tenants}
                        spec:
                          provider: harvester
                          credentialsRef: {name: harvester}
                          harvester: {networkName: default/lan, imageName: default/rocky}
                        """, ProviderConfig.class))
                .create();
    }

    private static TenantCluster tenant() {
        TenantCluster tenant = new TenantCluster();
        tenant.setMetadata(new ObjectMetaBuilder()
                .withNamespace(Namespaces.TENANTS)
                .withName("demo")
                .build());
        tenant.setSpec(TenantClusterSpecBuilder.builder()
                .kubernetesVersion("v1.31.4")
                .providerConfigRef(new ObjectReference("harvester", null))
                .workers(new TenantClusterSpec.Workers(3, null))
                .build());
        return tenant;
    }
}
