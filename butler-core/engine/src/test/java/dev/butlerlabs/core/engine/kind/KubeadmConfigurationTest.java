package dev.butlerlabs.core.engine.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubeadmConfigurationTest {
    private static List<Map<String, Object>> documents(String version, boolean oldCgroups) {
        String text = new KubeadmConfiguration(
                        KindClusterName.of("demo"),
                        KindNodeVersion.parse(version),
                        "172.18.0.2",
                        "aaaaaa.bbbbbbbbbbbbbbbb",
                        oldCgroups)
                .text();
        return Arrays.stream(text.split("(?m)^---$", -1))
                .map(document -> Serialization.unmarshal(document, new TypeReference<Map<String, Object>>() {}))
                .toList();
    }

    @Test
    void describesOneNode() {
        List<Map<String, Object>> documents = documents("v1.31.2", false);
        assertThat(documents)
                .extracting(document -> document.get("kind"))
                .containsExactly(
                        "ClusterConfiguration", "InitConfiguration", "KubeletConfiguration", "KubeProxyConfiguration");
        assertThat(documents.getFirst())
                .containsEntry("apiVersion", "kubeadm.k8s.io/v1beta3")
                .containsEntry("kubernetesVersion", "v1.31.2")
                .containsEntry("clusterName", "butler-demo")
                .containsEntry("controlPlaneEndpoint", "butler-demo-control-plane:6443");
        assertThat(documents.get(1))
                .containsEntry("localAPIEndpoint", Map.of("advertiseAddress", "172.18.0.2", "bindPort", 6443));
        assertThat(documents.get(1).get("nodeRegistration"))
                .asString()
                .contains("provider-id=kind://docker/butler-demo/butler-demo-control-plane", "node-ip=172.18.0.2");
    }

    @Test
    void writesArgumentsAsListsForNewerVersions() {
        Map<String, Object> cluster = documents("v1.36.0", false).getFirst();
        assertThat(cluster).containsEntry("apiVersion", "kubeadm.k8s.io/v1beta4");
        assertThat(cluster.get("controllerManager"))
                .isEqualTo(
                        Map.of("extraArgs", List.of(Map.of("name", "enable-hostpath-provisioner", "value", "true"))));
    }

    @Test
    void allowsOldControlGroupsOnlyWhereTheMachineHasThem() {
        assertThat(documents("v1.35.4", true).get(2)).containsEntry("failCgroupV1", false);
        assertThat(documents("v1.35.4", false).get(2)).doesNotContainKey("failCgroupV1");
        assertThat(documents("v1.30.0", true).get(2)).doesNotContainKey("failCgroupV1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.24.9", "1.31.2", "v2.0.0", "", "v1.31.2\nevil: true"})
    void refusesWhatIsNoUsableVersion(String text) {
        assertThatThrownBy(() -> KindNodeVersion.parse(text)).hasMessageContaining("node");
    }
}
