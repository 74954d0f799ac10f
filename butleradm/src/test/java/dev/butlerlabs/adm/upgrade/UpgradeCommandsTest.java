package dev.butlerlabs.adm.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.version.ReleaseVersion;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code upgrade plan} and the checks of {@code upgrade apply} against an embedded API with nodes. */
@Timeout(120)
@Tag("slow")
class UpgradeCommandsTest {
    private static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);

    @TempDir
    private Path directory;

    private EmbeddedApiServer api;
    private KubernetesClient client;

    @BeforeEach
    void start() throws IOException {
        api = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
        Kubeconfig kubeconfig = Kubeconfig.parse(api.kubeconfig(), "embedded");
        new KubeconfigFile(directory.resolve("kubeconfig")).write(kubeconfig);
        client = new KubeConnector("test").connect(kubeconfig);
    }

    @AfterEach
    void stop() {
        client.close();
        api.close();
    }

    @Test
    void printsEveryStepWithItsReason() {
        node("cp-0", "Talos (v1.13.0)", "v1.35.0", "True");
        node("worker-0", "Talos (v1.13.9)", "v1.35.0", "True");

        ToolRun run = run("plan");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out().lines().map(String::stripTrailing))
                .containsExactly(
                        "Nodes",
                        "  cp-0      control-plane  Talos v1.13.0 -> v1.14.1  Kubernetes v1.35.0 -> v1.37.2",
                        "  worker-0  worker         Talos v1.13.9 -> v1.14.1  Kubernetes v1.35.0 -> v1.37.2",
                        "Steps",
                        "   1  Talos      v1.13.0 -> v1.14.1  (next minor version, supports Kubernetes 1.32 to 1.37)",
                        "   2  Kubernetes v1.35.0 -> v1.36.6  (next minor version, supported by Talos 1.14)",
                        "   3  Kubernetes v1.36.6 -> v1.37.2  (next minor version, supported by Talos 1.14)");
    }

    @Test
    void namesWhatPreventsTheUpgradeAndExitsWith3() throws IOException {
        node("cp-0", "Talos (v1.13.9)", "v1.35.0", "False");
        node("foreign-0", "Debian GNU/Linux 13", "v1.35.0", "True");
        fullBudget();

        ToolRun run = run("plan", "-o", "json");

        assertThat(run.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        JsonNode plan = new ObjectMapper().readTree(run.out());
        assertThat(plan.at("/blockers").findValuesAsText("message"))
                .containsExactly(
                        "Node cp-0 is not ready.",
                        "Node foreign-0 does not run Talos.",
                        "PodDisruptionBudget shop/web allows no disruption, so its node cannot be drained.");
        assertThat(plan.at("/steps/0/to").asText()).isEqualTo("v1.14.1");
    }

    @Test
    void aCurrentClusterHasNothingToUpgrade() {
        node("cp-0", "Talos (v1.13.9)", "v1.35.4", "True");

        ToolRun run = run("plan", "--talos", "v1.13.9");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("cp-0  control-plane  Talos v1.13.9  Kubernetes v1.35.4\n");
        assertThat(run.out()).contains("Nothing to upgrade.", "warning: Talos 1.13 has received no fixes since");
    }

    @Test
    void reportsEveryInvalidVersion() {
        ToolRun run = run("plan", "--talos", "1.14", "--kubernetes", "newest");

        assertThat(run.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(run.err())
                .contains(
                        "--talos: invalid value \"1.14\" (must be a version such as v1.14.1)",
                        "--kubernetes: invalid value \"newest\" (must be a version such as v1.37.2)");
    }

    @Test
    void aClusterWithoutTalosNodesIsNotAManagementCluster() {
        ToolRun run = run("plan");

        assertThat(run.exitCode()).isEqualTo(ErrorKind.NOT_FOUND.exitCode());
        assertThat(run.err()).contains("The cluster has no Talos nodes.");
    }

    @Test
    void appliesNothingWithoutATalosconfig() {
        node("cp-0", "Talos (v1.13.9)", "v1.35.4", "True");

        ToolRun run = run("apply", "--yes");

        assertThat(run.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(run.err()).contains("No talosconfig found for the cluster.", "Pass --talosconfig FILE.");
    }

    @Test
    void appliesNothingIfSomethingPreventsIt() throws IOException {
        node("cp-0", "Talos (v1.13.9)", "v1.35.4", "False");
        node("foreign-0", "Debian GNU/Linux 13", "v1.35.0", "True");
        fullBudget();

        ToolRun run = apply("--yes");

        assertThat(run.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(run.err())
                .contains(
                        "Node foreign-0 does not run Talos.",
                        "PodDisruptionBudget shop/web allows no disruption, so its node cannot be drained.")
                .doesNotContain("Node cp-0 is not ready.");
    }

    @Test
    void appliesNothingWithoutConfirmation() throws IOException {
        node("cp-0", "Talos (v1.13.9)", "v1.36.6", "True");

        ToolRun run = apply("--no-backup");

        assertThat(run.exitCode()).isEqualTo(ErrorKind.USAGE.exitCode());
        assertThat(run.out()).contains("Talos      v1.13.9 -> v1.14.1");
        assertThat(run.err()).contains("Pass --yes to confirm without a prompt.");
    }

    @Test
    void appliesNothingToACurrentCluster() throws IOException {
        node("cp-0", "Talos (v1.14.1)", "v1.37.2", "True");

        ToolRun run = apply("--talos", "v1.14.1", "--yes");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("Nothing to upgrade: all nodes run Talos v1.14.1 and Kubernetes");
    }

    @ParameterizedTest
    @CsvSource({"v1.14.1, v1.30.2, true", "v1.13.9, running, true", "v1.14.1, running, false"})
    void resumesAnUpgradeThatEndedAfterItsLastNode(String talos, String kubernetes, boolean isUnfinished)
            throws IOException {
        node("cp-0", "Talos (v1.14.1)", "v1.37.2", "True");
        String running = ReleaseVersion.find(client.getKubernetesVersion().getGitVersion())
                .orElseThrow()
                .toString();
        bootstrapWith(talos, kubernetes.equals("running") ? running : kubernetes);

        ToolRun run = apply("--talos", "v1.14.1", "--yes");

        if (isUnfinished) {
            assertThat(run.exitCode()).isEqualTo(ErrorKind.USAGE.exitCode());
            assertThat(run.err()).contains("A backup is required before the cluster is changed.");
        } else {
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).contains("Nothing to upgrade:");
        }
    }

    private void bootstrapWith(String talos, String kubernetes) {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("butler-system")
                        .endMetadata()
                        .build())
                .create();
        client.resource("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: ClusterBootstrap
                        metadata: {name: demo, namespace: butler-system, annotations: {butler.butlerlabs.dev/kubernetes-version: %s}}
                        spec:
                          provider: proxmox
                          providerRef: {name: proxmox}
                          cluster: {name: demo, topology: single-node, controlPlane: {replicas: 1, cpu: 2, memoryMB: 4096, diskGB: 20}}
                          network: {podCIDR: 10.244.0.0/16, serviceCIDR: 10.96.0.0/12, vip: 10.0.0.9}
                          talos: {version: %s, schematic: abc}
                          addons: {}
                        """.formatted(kubernetes, talos)).create();
    }

    @Test
    void appliesNothingWithoutABackupUnlessItIsDeclined() throws IOException {
        node("cp-0", "Talos (v1.13.9)", "v1.36.6", "True");

        ToolRun run = apply("--yes");

        assertThat(run.exitCode()).isEqualTo(ErrorKind.USAGE.exitCode());
        assertThat(run.err())
                .contains("A backup is required before the cluster is changed.", "--backup-to LOCATION", "--no-backup");
    }

    private ToolRun apply(String... arguments) throws IOException {
        Path talosconfig = Files.writeString(directory.resolve("talosconfig"), "context: none\n");
        List<String> words = new ArrayList<>(List.of("apply", "--talosconfig", talosconfig.toString()));
        words.addAll(List.of(arguments));
        return run(words.toArray(String[]::new));
    }

    private void node(String name, String system, String kubelet, String ready) {
        Node node = new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(name.startsWith("cp") ? Map.of("node-role.kubernetes.io/control-plane", "") : Map.of())
                .endMetadata()
                .build();
        client.resource(node).create();
        client.resource(new NodeBuilder(node)
                        .withNewStatus()
                        .addNewCondition()
                        .withType("Ready")
                        .withStatus(ready)
                        .endCondition()
                        .withNewNodeInfo()
                        .withOsImage(system)
                        .withKubeletVersion(kubelet)
                        .endNodeInfo()
                        .endStatus()
                        .build())
                .patchStatus();
    }

    private void fullBudget() {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("shop")
                        .endMetadata()
                        .build())
                .create();
        var budget = new PodDisruptionBudgetBuilder()
                .withNewMetadata()
                .withName("web")
                .withNamespace("shop")
                .endMetadata()
                .withNewSpec()
                .withNewMinAvailable(1)
                .endSpec()
                .build();
        client.resource(budget).create();
        client.resource(new PodDisruptionBudgetBuilder(budget)
                        .withNewStatus()
                        .withExpectedPods(1)
                        .withCurrentHealthy(1)
                        .withDesiredHealthy(1)
                        .withDisruptionsAllowed(0)
                        .endStatus()
                        .build())
                .patchStatus();
    }

    private ToolRun run(String... arguments) {
        List<String> words = new ArrayList<>(List.of("upgrade"));
        words.addAll(List.of(arguments));
        words.addAll(List.of("--kubeconfig", directory.resolve("kubeconfig").toString()));
        return BUTLERADM.run(words.toArray(String[]::new));
    }
}
