package dev.butlerlabs.core.tenant.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.Talos;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.ImageArtifact;
import dev.butlerlabs.core.provider.ImageId;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkerImagePlannerTest {
    private static final String OWN = "1".repeat(64);
    private static final String DEFAULT = "2".repeat(64);
    private static final String FACTORY = "url: \"https://factory.example.com\"";
    private static final String TALOS = "type: talos, talos: {version: v1.12.1}";

    @Test
    void theSchematicOfTheClusterWins() {
        assertThat(plan(TALOS + ", schematicID: " + quoted(OWN), FACTORY + ", defaultSchematicID: " + quoted(DEFAULT)))
                .isEqualTo(new WorkerImagePlan.Automatic(OWN, "v1.12.1"));
    }

    @Test
    void theDefaultSchematicAppliesToOtherClusters() {
        assertThat(plan(TALOS, FACTORY + ", defaultSchematicID: " + quoted(DEFAULT)))
                .isEqualTo(new WorkerImagePlan.Automatic(DEFAULT, "v1.12.1"));
    }

    @Test
    void workersWithoutAVersionHaveTheDefaultOfTheBootstrapConfiguration() {
        assertThat(plan("type: talos, schematicID: " + quoted(OWN), FACTORY))
                .isEqualTo(new WorkerImagePlan.Automatic(OWN, Talos.DEFAULT_VERSION));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    type: rocky, schematicID: "HEX"                      | url: "https://f"                   | Only images of Talos are transferred automatically.
                    type: talos, schematicID: "HEX", imageRef: default/a | url: "https://f"                   | The cluster specifies an image.
                    type: talos                                         | url: "https://f"                   | Neither the cluster nor the ButlerConfig specifies a schematic.
                    type: talos, schematicID: "HEX"                      | url: ""                            | The ButlerConfig specifies no image factory.
                    type: talos, schematicID: "HEX"                      | url: "https://f", autoSync: false  | The ButlerConfig disables autoSync.
                    """)
    void saysWhyAnImageIsNotTransferred(String system, String factory, String reason) {
        assertThat(plan(system.replace("HEX", OWN), factory)).isEqualTo(new WorkerImagePlan.NotAutomatic(reason));
    }

    @Test
    void aPlatformWithoutSettingsTransfersNothing() {
        assertThat(WorkerImagePlanner.plan(cluster("type: talos, schematicID: " + quoted(OWN), ""), Optional.empty()))
                .isEqualTo(new WorkerImagePlan.NotAutomatic("The ButlerConfig specifies no image factory."));
    }

    @ParameterizedTest
    @CsvSource({
        "harvester, imageName, default/a",
        "nutanix, imageUUID, a",
        "gcp, image, a",
        "gcp, imageFamily, a",
        "proxmox, templateID, 9000"
    })
    void anImageOfTheInfrastructureOverrideIsUsed(String provider, String field, String value) {
        TenantCluster cluster = cluster(
                TALOS + ", schematicID: " + quoted(OWN),
                "infrastructureOverride: {%s: {%s: %s}},".formatted(provider, field, value));

        assertThat(WorkerImagePlanner.plan(cluster, platform(FACTORY)))
                .isEqualTo(new WorkerImagePlan.NotAutomatic("The cluster specifies an image."));
    }

    @Test
    void everyInvalidValueIsReportedWithItsField() {
        assertThat(problems(plan("type: talos, schematicID: abc, talos: {version: \"1.12\"}", FACTORY)))
                .containsExactly(
                        "spec.workers.machineTemplate.os.schematicID: must have 64 hexadecimal digits",
                        "spec.workers.machineTemplate.os.talos.version: must be a version such as v1.12.1");
        assertThat(problems(plan(TALOS, FACTORY + ", defaultSchematicID: abc")))
                .containsExactly(
                        "spec.imageFactory.defaultSchematicID of the ButlerConfig: must have 64 hexadecimal digits");
    }

    private static List<String> problems(WorkerImagePlan plan) {
        return ((WorkerImagePlan.Invalid) plan)
                .problems().stream().map(InputProblem::toString).toList();
    }

    @Test
    void theInfrastructureDecidesAboutPlatformAndFormat() {
        assertThat(new WorkerImagePlan.Automatic(OWN, "v1.12.1").on(new ImageArtifact("openstack", "qcow2")))
                .isEqualTo(new ImageId(OWN, "v1.12.1", "amd64", "openstack", "qcow2"));
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    private static WorkerImagePlan plan(String system, String factory) {
        return WorkerImagePlanner.plan(cluster(system, ""), platform(factory));
    }

    private static TenantCluster cluster(String system, String more) {
        return new KubernetesSerialization().unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: TenantCluster
                        metadata: {namespace: team-a, name: demo}
                        spec: {kubernetesVersion: v1.31.4, %s workers: {replicas: 1, machineTemplate: {os: {%s}}}}
                        """.formatted(more, system), TenantCluster.class);
    }

    private static Optional<ButlerConfigSpec> platform(String factory) {
        return Optional.of(new KubernetesSerialization()
                .unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: ButlerConfig
                        metadata: {name: butler}
                        spec: {imageFactory: {%s}}
                        """.formatted(factory), ButlerConfig.class)
                .getSpec());
    }
}
