package dev.butlerlabs.sim.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.sim.tenant.ClusterctlProgram.Run;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real clusterctl on a simulated management cluster with one tenant cluster, whose two workers run Talos. */
@Tag("process")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ClusterctlTest {
    private static final String TALOS =
            "kubernetesVersion: v1.31.4, workers: {replicas: 2, machineTemplate: {os: {type: talos}}}";

    @TempDir
    private static Path home;

    private static ManagementWorld world;
    private static ClusterctlProgram clusterctl;
    private static String namespace;

    @BeforeAll
    static void start() throws IOException {
        if (ClusterctlProgram.PART.find().isEmpty()) {
            abort(ClusterctlProgram.PART.absent());
        }
        world = ManagementWorld.brisk();
        world.harvester();
        world.tenant("demo", TALOS);
        clusterctl = ClusterctlProgram.find(home, world.kubeconfig()).orElseThrow();
        TenantCluster ready = world.awaitReady("demo");
        namespace = ready.getStatus().tenantNamespace();
    }

    @AfterAll
    static void stop() {
        if (world != null) {
            world.close();
        }
    }

    @Test
    void describesAClusterWithInfrastructureControlPlaneAndWorkers() throws Exception {
        Run run = clusterctl.run("describe", "cluster", "demo", "-n", namespace);

        assertThat(run.exitCode()).as(run.text()).isZero();
        assertThat(run.text())
                .containsPattern("Cluster/demo +3/3 +3 +3 +3 +Available: True +Available")
                .containsPattern("ClusterInfrastructure - KubevirtCluster/demo .*Ready: True")
                .containsPattern("ControlPlane - StewardControlPlane/demo +1/1")
                .containsPattern("MachineDeployment/demo-workers +2/2 +2 +2 +2 +Available: True")
                .containsPattern("2 Machines\\.\\.\\. .*Ready: True")
                .doesNotContain("False", "Unknown");
    }

    @Test
    void describesConditionsTemplatesAndTheObjectsOfProviders() throws Exception {
        Run run = clusterctl.run(
                "describe",
                "cluster",
                "demo",
                "-n",
                namespace,
                "--show-conditions",
                "all",
                "--show-machinesets",
                "--show-templates",
                "--echo",
                "--grouping=false");

        assertThat(run.exitCode()).as(run.text()).isZero();
        for (String condition : List.of(
                "Available",
                "InfrastructureReady",
                "ControlPlaneInitialized",
                "WorkersAvailable",
                "MachinesReady",
                "MachinesUpToDate",
                "BootstrapConfigReady",
                "NodeHealthy")) {
            assertThat(run.text()).containsPattern("─" + condition + " +True");
        }
        for (String condition : List.of("Deleting", "Paused", "RollingOut", "ScalingUp", "ScalingDown")) {
            assertThat(run.text()).containsPattern("─" + condition + " +False +Not" + condition);
        }
        assertThat(run.text())
                .contains(
                        "BootstrapConfigTemplate - TalosConfigTemplate/",
                        "MachineInfrastructureTemplate - KubevirtMachineTemplate/")
                .contains("MachineSet/demo-workers-")
                .contains(
                        "BootstrapConfig - TalosConfig/demo-workers-",
                        "MachineInfrastructure - KubevirtMachine/demo-workers-");
    }

    @Test
    void failsForAClusterThatDoesNotExist() throws Exception {
        Run run = clusterctl.run("describe", "cluster", "nosuch", "-n", namespace);

        assertThat(run.exitCode()).isNotZero();
        assertThat(run.text()).contains("clusters.cluster.x-k8s.io \"nosuch\" not found");
    }

    @Test
    void returnsAKubeconfigThatWorks() throws Exception {
        Run run = clusterctl.run("get", "kubeconfig", "demo", "-n", namespace);

        assertThat(run.exitCode()).isZero();
        try (KubernetesClient tenant = new KubeConnector("test").connect(Kubeconfig.parse(run.text(), "clusterctl"))) {
            assertThat(tenant.nodes().list().getItems()).hasSize(2);
        }
    }

    @Test
    void listsEverythingThatAMoveWouldMoveAndChangesNothing() throws Exception {
        String before = version();

        Run run = clusterctl.run("move", "--dry-run", "-n", namespace, "-v=5");

        assertThat(run.exitCode()).as(run.text()).isZero();
        for (String object : List.of(
                "Cluster=\"demo\"",
                "KubevirtCluster=\"demo\"",
                "StewardControlPlane=\"demo\"",
                "MachineDeployment=\"demo-workers\"",
                "MachineSet=\"demo-workers-",
                "Machine=\"demo-workers-",
                "KubevirtMachine=\"demo-workers-",
                "TalosConfig=\"demo-workers-",
                "TalosConfigTemplate=\"demo-worker-",
                "KubevirtMachineTemplate=\"demo-worker-",
                "Secret=\"demo-kubeconfig\"",
                "Secret=\"demo-ca\"",
                "Secret=\"demo-talos\"")) {
            assertThat(run.text()).contains("Creating " + object, "Deleting " + object);
        }
        assertThat(run.text()).containsPattern("Creating Secret=\"demo-workers-[0-9a-f]+-1-bootstrap-data\"");
        assertThat(version()).isEqualTo(before);
    }

    private static String version() {
        GenericKubernetesResource cluster = world.client()
                .genericKubernetesResources("cluster.x-k8s.io/v1beta2", "Cluster")
                .inNamespace(namespace)
                .withName("demo")
                .get();
        return cluster.getMetadata().getUid() + " " + cluster.getMetadata().getGeneration();
    }
}
