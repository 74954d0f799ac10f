package dev.butlerlabs.sim.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.JsonCodec;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversion between the versions of Cluster API; {@code RealClusterApiConversionTest} compares it with the real webhooks. */
class ClusterApiConverterTest {
    private static final String OLD = "cluster.x-k8s.io/v1beta1";
    private static final String NEW = "cluster.x-k8s.io/v1beta2";

    private final ClusterApiConverter converter = new ClusterApiConverter(ClusterApiCrds.read()::apiVersion);

    private static ObjectNode object(String json) {
        return JsonCodec.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static ObjectNode cluster() {
        return object("""
                {'apiVersion': 'cluster.x-k8s.io/v1beta1', 'kind': 'Cluster', 'metadata': {'name': 'demo', 'namespace': 'demo-1', 'labels': {'a': 'b'}},
                 'spec': {'clusterNetwork': {'apiServerPort': 6443},
                  'controlPlaneRef': {'apiVersion': 'controlplane.cluster.x-k8s.io/v1alpha1', 'kind': 'StewardControlPlane', 'name': 'demo', 'namespace': 'demo-1'},
                  'infrastructureRef': {'apiVersion': 'infrastructure.cluster.x-k8s.io/v1beta2', 'kind': 'AWSCluster', 'name': 'demo', 'namespace': 'demo-1'}},
                 'status': {'phase': 'Provisioned', 'infrastructureReady': true, 'controlPlaneReady': true,
                  'conditions': [{'type': 'Ready', 'status': 'True'}],
                  'v1beta2': {'conditions': [{'type': 'Available', 'status': 'True'}], 'workers': {'replicas': 2}}}}
                """);
    }

    @Test
    void referencesHaveAGroupInsteadOfAVersion() {
        ObjectNode newer = converter.convert(cluster(), NEW);

        assertThat(newer.at("/spec/infrastructureRef"))
                .isEqualTo(object(
                        "{'kind': 'AWSCluster', 'name': 'demo', 'apiGroup': 'infrastructure.cluster.x-k8s.io'}"));
        assertThat(newer.at("/spec/clusterNetwork/apiServerPort").asInt()).isEqualTo(6443);
    }

    @Test
    void conditionsOfBothVersionsKeepTheirMeaning() {
        ObjectNode status = (ObjectNode) converter.convert(cluster(), NEW).get("status");

        assertThat(status.at("/conditions/0/type").asText()).isEqualTo("Available");
        assertThat(status.at("/deprecated/v1beta1/conditions/0/type").asText()).isEqualTo("Ready");
        assertThat(status.at("/initialization/infrastructureProvisioned").asBoolean())
                .isTrue();
        assertThat(status.at("/initialization/controlPlaneInitialized").asBoolean())
                .isTrue();
        assertThat(status.at("/workers/replicas").asInt()).isEqualTo(2);
        assertThat(status.has("infrastructureReady")).isFalse();
        assertThat(status.has("v1beta2")).isFalse();
    }

    @Test
    void theOlderVersionContainsTheNewerOneInAnAnnotation() {
        ObjectNode newer = converter.convert(cluster(), NEW);
        ObjectNode older = converter.convert(newer, OLD);

        ObjectNode data = object(older.at("/metadata/annotations")
                .get("cluster.x-k8s.io/conversion-data")
                .asText());
        assertThat(data.get("status")).isEqualTo(newer.get("status"));
        assertThat(data.has("metadata")).isFalse();
        ((ObjectNode) older.at("/metadata")).remove("annotations");
        assertThat(older).isEqualTo(cluster());
        assertThat(converter.convert(converter.convert(newer, OLD), NEW)).isEqualTo(newer);
    }

    @Test
    void countersOfADeploymentAreNotMixed() {
        ObjectNode newer = object("""
                {'apiVersion': 'cluster.x-k8s.io/v1beta2', 'kind': 'MachineDeployment', 'metadata': {'namespace': 'n'},
                 'spec': {'template': {'spec': {'bootstrap': {'configRef': {'apiGroup': 'bootstrap.cluster.x-k8s.io', 'kind': 'TalosConfigTemplate', 'name': 't'}}}}},
                 'status': {'replicas': 3, 'readyReplicas': 1, 'upToDateReplicas': 2, 'deprecated': {'v1beta1': {'readyReplicas': 3, 'updatedReplicas': 3}}}}
                """);

        ObjectNode older = converter.convert(newer, OLD);

        assertThat(older.at("/status/readyReplicas").asInt()).isEqualTo(3);
        assertThat(older.at("/status/updatedReplicas").asInt()).isEqualTo(3);
        assertThat(older.at("/status/unavailableReplicas").isInt()).isTrue();
        assertThat(older.at("/status/v1beta2/readyReplicas").asInt()).isEqualTo(1);
        assertThat(older.at("/spec/template/spec/bootstrap/configRef/apiVersion")
                        .asText())
                .isEqualTo("bootstrap.cluster.x-k8s.io/v1alpha3");
    }

    @Test
    void theStrategyOfADeploymentIsPartOfItsRollout() {
        ObjectNode older = object("""
                {'apiVersion': 'cluster.x-k8s.io/v1beta1', 'kind': 'MachineDeployment', 'metadata': {'namespace': 'n'},
                 'spec': {'strategy': {'type': 'RollingUpdate', 'rollingUpdate': {'maxSurge': 0, 'maxUnavailable': '25%'}}}}
                """);

        ObjectNode newer = converter.convert(older, NEW);

        assertThat(newer.at("/spec/rollout/strategy")).isEqualTo(older.at("/spec/strategy"));
        assertThat(newer.at("/spec").has("strategy")).isFalse();
        assertThat(converter.convert(newer, OLD).at("/spec/strategy")).isEqualTo(older.at("/spec/strategy"));
    }

    @Test
    void argumentsOfKubeletAreAMapOrAList() {
        ObjectNode older = object("""
                {'apiVersion': 'bootstrap.cluster.x-k8s.io/v1beta1', 'kind': 'KubeadmConfigTemplate',
                 'spec': {'template': {'spec': {'joinConfiguration': {'nodeRegistration': {'kubeletExtraArgs': {'v': '2'}}}}}}}
                """);

        ObjectNode newer = converter.convert(older, "bootstrap.cluster.x-k8s.io/v1beta2");

        assertThat(newer.at("/spec/template/spec/joinConfiguration/nodeRegistration/kubeletExtraArgs/0"))
                .isEqualTo(object("{'name': 'v', 'value': '2'}"));
        assertThat(converter
                        .convert(newer, "bootstrap.cluster.x-k8s.io/v1beta1")
                        .at("/spec/template/spec/joinConfiguration/nodeRegistration/kubeletExtraArgs/v")
                        .asText())
                .isEqualTo("2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'apiVersion': 'cluster.x-k8s.io/v1beta1', 'kind': 'ClusterClass', 'spec': {}}",
                "{'apiVersion': 'cluster.x-k8s.io/v1beta1', 'kind': 'Cluster', 'spec': {'topology': {'class': 'x'}}}",
                "{'apiVersion': 'cluster.x-k8s.io/v1beta1', 'kind': 'MachineDeployment', 'spec': {'strategy': {'type': 'OnDelete'}}}",
                "{'apiVersion': 'cluster.x-k8s.io/v1beta1', 'kind': 'Machine', 'spec': {'nodeDrainTimeout': '1m'}}"
            })
    void whatIsNotSimulatedIsRejected(String json) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> converter.convert(object(json), NEW))
                .withMessageStartingWith("the simulator does not convert");
    }

    @Test
    void aReferenceToAnUnknownResourceTypeIsRejected() {
        ObjectNode machine = object("""
                {'apiVersion': 'cluster.x-k8s.io/v1beta2', 'kind': 'Machine', 'metadata': {'namespace': 'n'},
                 'spec': {'infrastructureRef': {'apiGroup': 'infrastructure.cluster.x-k8s.io', 'kind': 'NoSuchMachine', 'name': 'm'}}}
                """);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> converter.convert(machine, OLD))
                .withMessageContaining("NoSuchMachine");
    }
}
