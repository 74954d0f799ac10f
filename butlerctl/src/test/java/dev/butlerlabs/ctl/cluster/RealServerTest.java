package dev.butlerlabs.ctl.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.testing.apiserver.ApiServerTarget;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** That what the embedded API answers is what a kube-apiserver answers. */
@Tag("process")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class RealServerTest {
    @TempDir
    private Path folder;

    @Test
    void appliesScalesAndExportsOnceTheServerIsAManagementCluster() throws IOException {
        Optional<RealApiServer> server = RealApiServer.shared();
        Assumptions.assumeTrue(server.isPresent(), TestBench.ABSENT);
        Kubeconfig kubeconfig = kubeconfig(server.get().target());
        new KubeconfigFile(folder.resolve("kubeconfig")).write(kubeconfig);
        for (String line : List.of("list", "get demo", "create demo --provider=x", "delete demo -y")) {
            ToolRun refused = run(line.split(" "));
            assertThat(refused.exitCode()).isEqualTo(ErrorKind.NOT_FOUND.exitCode());
            assertThat(refused.err()).contains("is not a Butler management cluster");
        }

        makeManagementCluster(kubeconfig);
        String written = CreateAndShowTest.document("demo", 2)
                .replace("  name: demo\n", "  name: demo\n  namespace: butler-tenants\n")
                .replace("  workers:\n", "  workers:\n    machineTemplate:\n      cpu: 8\n");
        Path file = Files.writeString(folder.resolve("demo.yaml"), written);
        assertThat(run("create", "-f", file.toString()).exitCode()).isZero();
        assertThat(run("export", "demo").out()).isEqualTo(written);
        assertThat(run("diff", "-f", file.toString())).isEqualTo(new ToolRun(0, "", ""));
        assertThat(run("scale", "demo", "--workers=5").exitCode()).isZero();
        assertThat(run("export", "demo").out()).contains("replicas: 5");
        assertThat(run("diff", "-f", file.toString()).out()).contains("spec.workers.replicas: 5 -> 2");
        ToolRun again = run("create", "-f", file.toString());
        assertThat(again.exitCode()).as(again.err()).isZero();
        assertThat(run("export", "demo").out()).isEqualTo(written);
        assertThat(run("get", "nobody").err()).contains("TenantCluster butler-tenants/nobody not found.");
        assertThat(run("create", "x", "--provider=x", "-n", "nowhere").err())
                .contains("nowhere")
                .doesNotContain("not a Butler management cluster");
        refusesToScaleAnObjectThatIsGone(kubeconfig);
        leavesTheFieldsOfOthersAlone(kubeconfig, file);
        assertThat(run("delete", "demo", "-y").exitCode()).isZero();
    }

    private static void refusesToScaleAnObjectThatIsGone(Kubeconfig kubeconfig) {
        try (KubernetesClient client = new KubeConnector("butler-test").connect(kubeconfig)) {
            TenantClusterClient clusters = new TenantClusterClient(client);
            TenantCluster other = clusters.get(new ObjectName("butler-tenants", "demo"));
            other.getMetadata().setName("gone");
            assertThatThrownBy(() -> clusters.scale(other, 3, false))
                    .isInstanceOfSatisfying(
                            ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
            other.getMetadata().setName("demo");
            other.getMetadata().setUid("00000000-0000-0000-0000-000000000000");
            assertThatThrownBy(() -> clusters.scale(other, 3, false))
                    .isInstanceOfSatisfying(
                            ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
        }
    }

    private void leavesTheFieldsOfOthersAlone(Kubeconfig kubeconfig, Path file) {
        try (KubernetesClient client = new KubeConnector("butler-test").connect(kubeconfig)) {
            client.resources(TenantCluster.class)
                    .inNamespace("butler-tenants")
                    .withName("demo")
                    .patch(
                            new PatchContext.Builder()
                                    .withPatchType(PatchType.JSON_MERGE)
                                    .withFieldManager("other")
                                    .build(),
                            "{\"spec\":{\"workers\":{\"machineTemplate\":{\"cpu\":16}}}}");
        }
        assertThat(run("scale", "demo", "--workers=7").exitCode()).isZero();
        ToolRun refused = run("create", "-f", file.toString());
        assertThat(refused.exitCode()).isEqualTo(ErrorKind.CONFLICT.exitCode());
        assertThat(refused.err()).contains(".spec.workers.machineTemplate.cpu", "\"other\"");
        assertThat(run("export", "demo").out()).contains("replicas: 7", "cpu: 16");
    }

    private ToolRun run(String... words) {
        List<String> all = new ArrayList<>(List.of("cluster"));
        all.addAll(List.of(words));
        all.addAll(List.of("--kubeconfig", folder.resolve("kubeconfig").toString()));
        return ClusterBench.BUTLERCTL.run(all.toArray(String[]::new));
    }

    private static void makeManagementCluster(Kubeconfig kubeconfig) {
        try (KubernetesClient client = new KubeConnector("butler-test").connect(kubeconfig)) {
            new CustomResourceDefinitions(client)
                    .ensure(List.of(CustomResourceDefinitionFiles.of(TenantCluster.class)), Duration.ofSeconds(60));
            client.resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName("butler-tenants")
                            .endMetadata()
                            .build())
                    .create();
        }
    }

    private static Kubeconfig kubeconfig(ApiServerTarget target) {
        byte[] authority = target.authorityPem().getBytes(StandardCharsets.US_ASCII);
        return Kubeconfig.of(
                "test",
                Map.of(
                        "server",
                        target.server().toString(),
                        "certificate-authority-data",
                        Base64.getEncoder().encodeToString(authority)),
                Map.of("token", target.token()));
    }
}
