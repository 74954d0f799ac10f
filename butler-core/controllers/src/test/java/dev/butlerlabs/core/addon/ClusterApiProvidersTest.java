package dev.butlerlabs.core.addon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.testing.ProjectRoot;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Settings of the Cluster API providers without which some tenant clusters cannot be created. */
class ClusterApiProvidersTest {
    @Test
    void flatcarWorkersNeedIgnition() throws IOException {
        assertThat(provider("cluster-api/providers.yaml", "kubeadm")
                        .<Object>get("spec", "manager", "featureGates", "KubeadmBootstrapFormatIgnition"))
                .isEqualTo(true);
    }

    @Test
    void talosWorkersNeedTheirBootstrapProvider() throws IOException {
        GenericKubernetesResource talos = provider("cluster-api/providers.yaml", "talos");

        assertThat(talos.getKind()).isEqualTo("BootstrapProvider");
        assertThat(read("cluster-api/addon.yaml"))
                .contains("Deployment cabpt-system/cabpt-controller-manager")
                .contains("cluster-api-talos-controller:" + talos.<String>get("spec", "version"));
    }

    @Test
    void controlPlanesOnGcpNeedAnOptionOfTheirProvider() throws IOException {
        GenericKubernetesResource steward = provider("cluster-api-steward/provider.yaml", "steward");

        assertThat(steward.<Object>get("spec", "manager", "featureGates", "DynamicInfrastructureClusterPatch"))
                .isEqualTo(true);
        assertThat(steward.<Object>get(
                        "spec", "deployment", "containers", 0, "args", "--dynamic-infrastructure-clusters"))
                .isEqualTo("GCPCluster");
    }

    private static GenericKubernetesResource provider(String file, String name) throws IOException {
        return Stream.of(read(file).split("(?m)^---$"))
                .map(document -> new KubernetesSerialization().unmarshal(document, GenericKubernetesResource.class))
                .filter(object -> object.getApiVersion().startsWith("operator.cluster.x-k8s.io/"))
                .filter(object -> object.getMetadata().getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String read(String file) throws IOException {
        return Files.readString(ProjectRoot.find().resolve("manifests/addons").resolve(file));
    }
}
