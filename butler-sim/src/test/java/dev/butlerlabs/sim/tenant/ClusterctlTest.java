package dev.butlerlabs.sim.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.testing.PreparedPart;
import dev.butlerlabs.sim.tenant.ClusterctlProgram.Run;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
        // The status of the Cluster follows that of its MachineDeployment, on which Butler waits.
        await("Cluster available")
                .atMost(Duration.ofSeconds(60))
                .until(() ->
                        cluster().get("status", "workers", "availableReplicas") instanceof Integer count && count == 2);
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
            await("nodes")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> tenant.nodes().list().getItems().size() == 2);
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

    /** Unlike a dry run, this requires that Cluster API reports the cluster and its machines as provisioned, and pauses the cluster meanwhile. */
    @Test
    void savesTheObjectsOfAClusterToADirectory() throws Exception {
        Path saved = Files.createDirectory(home.resolve("saved"));

        Run run = clusterctl.run("move", "--to-directory", saved.toString(), "-n", namespace);

        assertThat(run.exitCode()).as(run.text()).isZero();
        try (Stream<Path> files = Files.list(saved)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .contains(
                            "Cluster_%s_demo.yaml".formatted(namespace),
                            "Secret_%s_demo-talos.yaml".formatted(namespace))
                    .hasSize(18);
        }
        await("resumed")
                .atMost(Duration.ofSeconds(60))
                .until(() -> cluster().get("status", "conditions") instanceof List<?> conditions
                        && conditions.stream().noneMatch(one -> one.toString().contains("reason=Paused")));
    }

    @Test
    void kubectlShowsTheColumnsOfBothVersions() throws Exception {
        Path kubectl = PreparedPart.KUBERNETES
                .find()
                .orElseGet(() -> abort(PreparedPart.KUBERNETES.absent()))
                .resolve("kubectl");

        Run older = clusterctl.kubectl(kubectl, "get", "machinedeployments.v1beta1.cluster.x-k8s.io", "-n", namespace);
        Run newer = clusterctl.kubectl(kubectl, "get", "machinedeployments.v1beta2.cluster.x-k8s.io", "-n", namespace);

        assertThat(older.text())
                .contains("Warning: cluster.x-k8s.io/v1beta1 MachineDeployment is deprecated")
                .containsPattern("NAME +CLUSTER +REPLICAS +READY +UPDATED +UNAVAILABLE +PHASE +AGE +VERSION")
                .containsPattern("demo-workers +demo +2 +2 +2 +0 +Running +\\S+ +v1.31.4");
        assertThat(newer.text())
                .containsPattern(
                        "NAME +CLUSTER +AVAILABLE +DESIRED +CURRENT +READY +AVAILABLE +UP-TO-DATE +PHASE +AGE +VERSION")
                .containsPattern("demo-workers +demo +True +2 +2 +2 +2 +2 +Running +\\S+ +v1.31.4")
                .doesNotContain("deprecated");
    }

    private static GenericKubernetesResource cluster() {
        return world.client()
                .genericKubernetesResources("cluster.x-k8s.io/v1beta2", "Cluster")
                .inNamespace(namespace)
                .withName("demo")
                .get();
    }

    private static String version() {
        GenericKubernetesResource cluster = cluster();
        return cluster.getMetadata().getUid() + " " + cluster.getMetadata().getGeneration();
    }
}
