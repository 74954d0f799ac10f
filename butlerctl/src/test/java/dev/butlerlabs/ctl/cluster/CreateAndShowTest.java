package dev.butlerlabs.ctl.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.cli.Terminal;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import io.fabric8.kubernetes.api.model.EventBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class CreateAndShowTest {
    @TempDir
    private static Path folder;

    private static ClusterBench bench;

    @BeforeAll
    static void start() {
        bench = ClusterBench.start(folder);
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @AfterEach
    void forgetAll() {
        bench.forgetAll();
    }

    @Test
    void makesAClusterFromFlags() {
        bench.provider("rack-one");

        ToolRun made = bench.run(
                "create",
                "demo",
                "--workers",
                "3",
                "--cpu=8",
                "--memory=16Gi",
                "--disk=1Ti",
                "--k8s-version=v1.31.4",
                "--lb-pool=192.0.2.10-192.0.2.20",
                "--os=talos",
                "--cp-apiserver-cpu-request=500m");

        assertThat(made.exitCode()).as(made.err()).isZero();
        assertThat(made.out()).contains("demo", "Pending", "v1.31.4", "0/3");
        assertThat(made.err()).contains("butlerctl cluster watch demo");
        TenantClusterSpec spec = bench.cluster("demo").getSpec();
        assertThat(spec.providerConfigRef().name()).isEqualTo("rack-one");
        assertThat(spec.workers().machineTemplate().memory().toString()).isEqualTo("16384Mi");
        assertThat(spec.workers().machineTemplate().diskSize().toString()).isEqualTo("1024Gi");
        assertThat(spec.networking().loadBalancerPool().end()).isEqualTo("192.0.2.20");
        assertThat(spec.controlPlane().resources().apiServer().requests().cpu().toString())
                .isEqualTo("500m");
    }

    @Test
    void refusesToMakeOneThatIsThere() {
        create("demo");

        ToolRun again = bench.run("create", "demo", "--provider=rack-one");

        assertThat(again.exitCode()).isEqualTo(ErrorKind.CONFLICT.exitCode());
        assertThat(again.err()).contains("already exists", "butlerctl cluster edit demo");
    }

    @Test
    void needsToKnowWhichInfrastructure() {
        assertThat(bench.run("create", "demo").err()).contains("No ProviderConfig found", "butleradm provider create");
        bench.provider("rack-one");
        bench.provider("rack-two");

        ToolRun unclear = bench.run("create", "demo");

        assertThat(unclear.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(unclear.err()).contains("rack-one, rack-two", "--provider");
    }

    @Test
    void tellsEveryProblemOfFlagsAtOnce() {
        ToolRun refused = bench.run(
                "create", "Demo_1", "--workers=none", "--cpu=0", "--memory=1Gi", "--disk=9", "--k8s-version=1.31.4");

        assertThat(refused.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(refused.err())
                .contains("--workers", "--cpu", "--memory", "--disk", "--k8s-version", "'Demo_1' is not a valid name");
    }

    @Test
    void aDryRunOfTheClientNeedsNoServerAndPrintsWhatWouldBeSent() {
        ToolRun dry = ClusterBench.BUTLERCTL.run(
                "cluster",
                "create",
                "demo",
                "--dry-run",
                "--kubeconfig",
                folder.resolve("absent").toString());

        assertThat(dry.exitCode()).as(dry.err()).isZero();
        assertThat(dry.out()).contains("kind: TenantCluster", "name: demo", "replicas: 1", "memory: \"8192Mi\"");
    }

    @Test
    void aDryRunOfTheServerChangesNothing() {
        ToolRun dry = bench.run("create", "demo", "--provider=rack-one", "--dry-run=server", "-o", "json");

        assertThat(dry.exitCode()).as(dry.err()).isZero();
        assertThat(dry.out()).contains("\"uid\"");
        assertThat(bench.cluster("demo")).isNull();
    }

    @Test
    void appliesSeveralDocumentsTwice() throws IOException {
        Path file = Files.writeString(folder.resolve("two.yaml"), document("one", 1) + "---\n" + document("two", 2));

        assertThat(bench.run("create", "-f", file.toString()).exitCode()).isZero();
        Files.writeString(file, document("one", 4) + "---\n" + document("two", 2));
        ToolRun again = bench.run("create", "-f", file.toString(), "-o", "name");

        assertThat(again.out())
                .isEqualTo("tenantcluster.butler.butlerlabs.dev/one\ntenantcluster.butler.butlerlabs.dev/two\n");
        assertThat(bench.cluster("one").getSpec().workers().replicas()).isEqualTo(4);
    }

    @Test
    void tellsEveryProblemOfAFileWithItsLine() throws IOException {
        Path file = Files.writeString(
                folder.resolve("wrong.yaml"),
                document("one", 0)
                        + "  adons: {}\n"
                        + "---\n"
                        + document("one", 1).replace("v1.31.4", "latest")
                        + "---\nkind: Pod\n");

        ToolRun refused = bench.run("create", "-f", file.toString());

        assertThat(refused.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(refused.err())
                .contains("wrong.yaml:8 spec.workers.replicas: must be at least 1")
                .contains("wrong.yaml:9 spec.adons: is not a known field (did you mean addons?)")
                .contains("wrong.yaml:16 spec.kubernetesVersion: has an invalid format")
                .contains("'one' is defined twice")
                .contains("kind: must be TenantCluster, not Pod");
        assertThat(bench.cluster("one")).isNull();
    }

    @Test
    void recognizesABootstrapConfiguration() throws IOException {
        Path file = Files.writeString(folder.resolve("bootstrap.yaml"), "provider: nutanix\ncluster:\n  name: demo\n");
        assertThat(bench.run("create", "-f", file.toString()).err())
                .contains(
                        file + " is not a TenantCluster: it has no apiVersion and no kind, and looks like a bootstrap",
                        "'butleradm bootstrap'")
                .doesNotContain("is missing");
        Files.writeString(file, "spec: {}\n");
        assertThat(bench.run("create", "-f", file.toString()).err())
                .contains("kind: is missing (must be TenantCluster)");
    }

    @Test
    void readsStandardInput() {
        ToolRun made = bench.run(ClusterBench.typed(document("piped", 1)), "create", "-f", "-");

        assertThat(made.exitCode()).as(made.err()).isZero();
        assertThat(bench.cluster("piped")).isNotNull();
    }

    @Test
    void listsByNamespaceOrAll() {
        create("beta");
        create("alpha");
        bench.ready("alpha", 1, "v1.30.2");
        assertThat(bench.run("create", "other", "--provider=x", "-n", "team-a").exitCode())
                .isZero();

        assertThat(bench.run("list").out().lines().toList())
                .hasSize(3)
                .first()
                .asString()
                .matches("NAME +PHASE +K8S VERSION +WORKERS +AGE");
        assertThat(bench.run("ls", "-A", "-o", "wide").out())
                .containsSubsequence("butler-tenants", "alpha", "Ready", "1/1", "203.0.113.7:6443", "beta", "team-a");
        assertThat(bench.run(ClusterBench.BUTLERCTL.with("BUTLER_NAMESPACE", "team-a"), "list", "-o", "name")
                        .out())
                .isEqualTo("tenantcluster.butler.butlerlabs.dev/other\n");
        assertThat(bench.run("list", "-n", "nobody").err())
                .contains("No tenant clusters found in namespace \"nobody\".");
    }

    @Test
    void showsOneInEveryForm() throws IOException {
        create("demo");
        bench.ready("demo", 1, "v1.30.2");

        assertThat(bench.run("describe", "demo").out())
                .contains("Name:             demo", "Phase:            Ready", "1/1 Ready", "cilium");
        JsonNode json = new ObjectMapper()
                .readTree(bench.run("get", "demo", "-o", "json").out());
        assertThat(json.at("/status/phase").asText()).isEqualTo("Ready");
        assertThat(json.at("/metadata/managedFields").isMissingNode()).isTrue();
        ToolRun absent = bench.run("get", "nobody");
        assertThat(absent.exitCode()).isEqualTo(ErrorKind.NOT_FOUND.exitCode());
        assertThat(absent.err()).contains("TenantCluster butler-tenants/nobody not found.");
    }

    @Test
    void describesWithEventsOfThisClusterAlone() {
        create("demo");
        bench.ready("demo", 1, "v1.30.2");
        event("now", bench.cluster("demo").getMetadata().getUid(), "ClusterReady");
        event("before", "another-uid", "ClusterFailed");

        String told = bench.run("describe", "demo").out();

        assertThat(told).contains("Conditions:", "Events:", "ClusterReady").doesNotContain("ClusterFailed");
    }

    @Test
    void asksForTheNameBeforeDeleting() {
        create("demo");
        assertThat(bench.run("delete", "demo").exitCode()).isEqualTo(ErrorKind.USAGE.exitCode());
        var declining = ClusterBench.BUTLERCTL.onTerminal("yes\n", Terminal.Stream.IN, Terminal.Stream.ERR);
        assertThat(bench.run(declining, "delete", "demo").exitCode()).isEqualTo(ErrorKind.CANCELLED.exitCode());
        assertThat(bench.cluster("demo")).isNotNull();

        ToolRun deleted = bench.run("destroy", "demo", "--confirm=demo");

        assertThat(deleted.exitCode()).as(deleted.err()).isZero();
        assertThat(deleted.err()).contains("deleted.");
        assertThat(bench.cluster("demo")).isNull();
    }

    @Test
    void saysWhatHoldsADeletionUp() {
        create("demo");
        TenantCluster cluster = bench.cluster("demo");
        cluster.getMetadata().setFinalizers(List.of("butler.butlerlabs.dev/tenantcluster"));
        bench.client().resource(cluster).update();

        ToolRun held = bench.run("delete", "demo", "-y", "--timeout=1s");

        assertThat(held.exitCode()).isEqualTo(ErrorKind.TIMEOUT.exitCode());
        assertThat(held.err()).contains("waiting for finalizers: butler.butlerlabs.dev/tenantcluster");
        bench.status(
                "demo",
                status -> status.phase(Phase.DELETING)
                        .conditions(List.of(ClusterBench.condition(
                                "InfrastructureReady", "False", "Deleting", "2 machines are left: demo-0, demo-1"))));
        assertThat(bench.run("delete", "demo", "-y", "--timeout=1s").err())
                .contains("last status: InfrastructureReady is False (Deleting): 2 machines are left");
        assertThat(bench.run("list").out()).contains("Deleting");
        assertThat(bench.run("delete", "demo", "--force", "--no-wait").err()).contains("is being deleted");
    }

    private static void create(String name) {
        ToolRun made = bench.run("create", name, "--provider=rack-one");
        assertThat(made.exitCode()).as(made.err()).isZero();
    }

    static String document(String name, int workers) {
        return """
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: TenantCluster
                metadata:
                  name: %s
                spec:
                  kubernetesVersion: v1.31.4
                  workers:
                    replicas: %d
                """.formatted(name, workers);
    }

    private static void event(String name, String uid, String reason) {
        bench.client()
                .resource(new EventBuilder()
                        .withNewMetadata()
                        .withName("demo." + name)
                        .withNamespace("butler-tenants")
                        .endMetadata()
                        .withNewInvolvedObject()
                        .withKind("TenantCluster")
                        .withName("demo")
                        .withNamespace("butler-tenants")
                        .withUid(uid)
                        .endInvolvedObject()
                        .withType("Normal")
                        .withReason(reason)
                        .withMessage("as told")
                        .withLastTimestamp("2026-01-01T00:00:00Z")
                        .build())
                .create();
    }
}
