package dev.butlerlabs.core.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.clusterapi.TenantNames;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which tenant clusters are reconciled when a ProviderConfig or a Secret changes. */
class ProviderDependentFinderTest {
    private static final String PLATFORM = "butler-system";

    private final ProviderDependentFinder dependents = new ProviderDependentFinder();

    @BeforeEach
    void recordClusters() {
        dependents.register(tenant("team-a", "named", new ObjectReference("nutanix", PLATFORM)));
        dependents.register(tenant("team-a", "silent", new ObjectReference("nutanix", null)));
        dependents.register(tenant("team-b", "usual", null));
        dependents.register(tenant("team-b", "other", new ObjectReference("aws", null)));
    }

    @Test
    void aProviderConfigOfThePlatformConcernsAllWhoMayMeanIt() {
        assertThat(dependents.dependentsOf(config(PLATFORM, "nutanix", 1)))
                .containsExactlyInAnyOrder(name("team-a", "named"), name("team-a", "silent"), name("team-b", "usual"));
    }

    @Test
    void aProviderConfigOfANamespaceConcernsItsNeighboursAlone() {
        assertThat(dependents.dependentsOf(config("team-a", "nutanix", 1))).containsExactly(name("team-a", "silent"));
        assertThat(dependents.dependentsOf(config("team-b", "aws", 1))).containsExactly(name("team-b", "other"));
        assertThat(dependents.dependentsOf(config("team-c", "aws", 1))).isEmpty();
    }

    @Test
    void aWriteToTheStatusConcernsNobody() {
        assertThat(dependents.dependentsOf(version("10", 1))).hasSize(3);
        assertThat(dependents.dependentsOf(version("11", 1))).isEmpty();
        assertThat(dependents.dependentsOf(version("12", 2))).hasSize(3);
    }

    /** An informer asks once for its index and once for the event. */
    @Test
    void theSameVersionHasTheSameDependentsHoweverOftenItIsAsked() {
        assertThat(dependents.dependentsOf(version("10", 1))).hasSize(3);
        assertThat(dependents.dependentsOf(version("10", 1))).hasSize(3);
        assertThat(dependents.dependentsOf(version("11", 1))).isEmpty();
        assertThat(dependents.dependentsOf(version("11", 1))).isEmpty();
    }

    private static ProviderConfig version(String resourceVersion, long generation) {
        ProviderConfig config = config(PLATFORM, "nutanix", generation);
        config.getMetadata().setResourceVersion(resourceVersion);
        return config;
    }

    @Test
    void aSecretConcernsTheUsersOfItsProviderConfig() {
        dependents.dependentsOf(config(PLATFORM, "nutanix", 1));

        assertThat(dependents.dependentsOf(secret(PLATFORM, "nutanix-credentials")))
                .hasSize(3);
        assertThat(dependents.dependentsOf(secret("team-a", "nutanix-credentials")))
                .isEmpty();
        assertThat(dependents.dependentsOf(secret(PLATFORM, "unrelated"))).isEmpty();
    }

    @Test
    void theKubeconfigOfAClusterConcernsTheCluster() {
        TenantCluster cluster = tenant("team-b", "other", new ObjectReference("aws", null));
        Secret kubeconfig = secret(TenantNames.namespace(cluster), TenantNames.adminKubeconfig(cluster));

        assertThat(dependents.dependentsOf(kubeconfig)).containsExactly(name("team-b", "other"));
        cluster.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
        dependents.register(cluster);
        assertThat(dependents.dependentsOf(kubeconfig)).isEmpty();
    }

    @Test
    void settingsOfThePlatformConcernAllClustersButItsStatusConcernsNone() {
        ButlerConfig platform = new ButlerConfig();
        platform.setMetadata(new ObjectMetaBuilder()
                .withName("butler")
                .withGeneration(1L)
                .withResourceVersion("1")
                .build());
        assertThat(dependents.dependentsOf(platform)).hasSize(4);

        platform.getMetadata().setResourceVersion("2");
        assertThat(dependents.dependentsOf(platform)).isEmpty();
    }

    @Test
    void clustersThatAreBeingDeletedAreForgotten() {
        TenantCluster leaving = tenant("team-b", "other", new ObjectReference("aws", null));
        leaving.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
        dependents.register(leaving);

        assertThat(dependents.dependentsOf(config("team-b", "aws", 1))).isEmpty();
    }

    private static TenantCluster tenant(String namespace, String name, ObjectReference provider) {
        TenantCluster tenant = new TenantCluster();
        tenant.setMetadata(new ObjectMetaBuilder()
                .withNamespace(namespace)
                .withName(name)
                .withUid(namespace + "-" + name)
                .build());
        tenant.setSpec(
                TenantClusterSpecBuilder.builder().providerConfigRef(provider).build());
        return tenant;
    }

    private static ProviderConfig config(String namespace, String name, long generation) {
        return new KubernetesSerialization()
                .unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: ProviderConfig
                        metadata: {namespace: %s, name: %s, uid: u, generation: %d}
                        spec: {provider: %s, credentialsRef: {name: %s-credentials}}
                        """.formatted(namespace, name, generation, name, name), ProviderConfig.class);
    }

    private static Secret secret(String namespace, String name) {
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .build();
    }

    private static ObjectName name(String namespace, String name) {
        return new ObjectName(namespace, name);
    }
}
