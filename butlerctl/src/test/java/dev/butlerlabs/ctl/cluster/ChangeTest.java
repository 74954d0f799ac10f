package dev.butlerlabs.ctl.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.ManagementPolicy.Mode;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Changing a cluster that is there. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
@Tag("slow")
class ChangeTest {
    @TempDir
    private static Path folder;

    private static ClusterBench bench;

    @BeforeAll
    static void start() {
        bench = ClusterBench.start(folder);
        bench.namespace("demo-parts");
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @AfterEach
    void forgetAll() {
        bench.forgetAll();
        bench.client().secrets().inNamespace("demo-parts").delete();
    }

    @Test
    void scalesOnceAndWaitsForTheWorkers() {
        make("--workers=1");
        bench.ready("demo", 1, "v1.30.2");

        assertThat(bench.run("scale", "demo", "--workers", "3", "--dry-run=server")
                        .err())
                .contains("would scale TenantCluster butler-tenants/demo from 1 to 3");
        assertThat(workers()).isEqualTo(1);
        ToolRun late = bench.run("scale", "demo", "--workers=3", "--wait", "--timeout=1s");
        assertThat(late.exitCode()).isEqualTo(ErrorKind.TIMEOUT.exitCode());
        assertThat(workers()).isEqualTo(3);
        bench.ready("demo", 3, "v1.30.2");
        ToolRun again = bench.run("scale", "demo", "--workers=3", "--wait");

        assertThat(again.exitCode()).as(again.err()).isZero();
        assertThat(again.err()).contains("already has 3 workers");
        assertThat(bench.run("scale", "demo", "--workers=0").exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
    }

    @Test
    void aFileCanBeAppliedAfterScaling() throws IOException {
        Path file = Files.writeString(folder.resolve("demo.yaml"), CreateAndShowTest.document("demo", 1));
        bench.run("create", "-f", file.toString());
        bench.run("scale", "demo", "--workers=5");

        ToolRun applied = bench.run("create", "-f", file.toString());

        assertThat(applied.exitCode()).as(applied.err()).isZero();
        assertThat(workers()).isEqualTo(1);
    }

    @Test
    void goesThroughEveryMinorReleaseAndWaitsOnTheWay() {
        make("--k8s-version=v1.30.2");
        bench.ready("demo", 1, "v1.30.2");
        assertThat(bench.run("upgrade", "demo", "--version=v1.32.4", "--dry-run")
                        .err())
                .contains("would upgrade TenantCluster butler-tenants/demo: v1.30.2 -> v1.31.0 -> v1.32.4");
        Said said = new Said();
        CompletableFuture<ToolRun> run = CompletableFuture.supplyAsync(
                () -> said.run(bench.kubeconfig(), "upgrade", "demo", "--version=v1.32.4", "--via=v1.31.9", "--wait"));
        awaitVersion("v1.31.9");
        bench.ready("demo", 1, "v1.31.9");
        awaitVersion("v1.32.4");
        bench.ready("demo", 1, "v1.32.4");

        ToolRun done = run.join();

        assertThat(done.exitCode()).as(done.err()).isZero();
        assertThat(bench.run("upgrade", "demo", "--version=v1.32.4").err()).contains("already runs v1.32.4");
        ToolRun back = bench.run("upgrade", "demo", "--version=v1.31.9");
        assertThat(back.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(back.err()).contains("a downgrade to v1.31.9 is not possible");
    }

    @Test
    void pausesAndResumesToWhatItWas() {
        make();
        assertThat(bench.run("pause", "demo").out()).contains("(paused)");
        assertThat(bench.run("pause", "demo").err()).contains("is already paused");
        bench.status("demo", status -> status.phase(Phase.PROVISIONING));
        assertThat(bench.run("watch", "demo").err()).contains("butlerctl cluster resume");
        assertThat(bench.run("resume", "demo").exitCode()).isZero();

        assertThat(bench.cluster("demo").getSpec().managementPolicy().mode()).isEqualTo(Mode.ACTIVE);
        assertThat(bench.cluster("demo").getMetadata().getAnnotations()).isNullOrEmpty();
    }

    @Test
    void takesWhatAnEditorSavedAndKeepsWhatIsRefused() {
        make("--workers=2");

        assertThat(edit("sed -i 's/replicas: 2/replicas: 4/'").exitCode()).isZero();
        assertThat(workers()).isEqualTo(4);
        assertThat(edit("true").err()).contains("Nothing was changed.");
        assertThat(edit("false").exitCode()).isEqualTo(ErrorKind.CANCELLED.exitCode());
        ToolRun refused = edit("sed -i 's/replicas: 4/replicas: none/'");
        assertThat(refused.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(refused.err()).contains("must be a whole number", "Your changes were saved to ");
        assertKept(refused, "replicas: none");
    }

    @Test
    void anEditorThatFailsLeavesOnlyAFileWithChanges() throws IOException {
        make("--workers=2");
        Path opened = folder.resolve("opened");
        Path editor = Files.writeString(
                folder.resolve("editor"), "printf %s \"$2\" > '%s'; eval \"$1\"; exit 1".formatted("%s", opened));

        assertThat(edit("sh " + editor + " true").err()).doesNotContain("saved").contains("exited with code 1");
        assertThat(Path.of(Files.readString(opened))).doesNotExist();

        assertThat(edit("sh " + editor + " 'rm \"$2\"'").err()).doesNotContain("saved");
        assertKept(edit("sh " + editor + " 'echo \"# more\" >> \"$2\"'"), "# more");
    }

    private static void assertKept(ToolRun refused, String content) {
        Path kept = Path.of(refused.err().replaceAll("(?s).*saved to (\\S+\\.yaml)\\..*", "$1"));
        assertThat(kept).content().contains(content);
        assertThat(kept.toFile().delete()).isTrue();
    }

    @Test
    void comparesAFileWithWhatIsThere() throws IOException {
        Path file = Files.writeString(folder.resolve("demo.yaml"), CreateAndShowTest.document("demo", 1));
        assertThat(bench.run("diff", "-f", file.toString()).exitCode()).isEqualTo(1);
        bench.run("create", "-f", file.toString());
        assertThat(bench.run("diff", "-f", file.toString())).isEqualTo(new ToolRun(0, "", ""));
        Files.writeString(file, CreateAndShowTest.document("demo", 3));

        ToolRun differs = bench.run("diff", "-f", file.toString());

        assertThat(differs.exitCode()).isEqualTo(1);
        assertThat(differs.out()).isEqualTo("butler-tenants/demo\n  ~ spec.workers.replicas: 1 -> 3\n");
        assertThat(workers()).isEqualTo(1);
    }

    @Test
    void exportsWhatWasAppliedAlsoUnderAnotherName() throws IOException {
        String written = CreateAndShowTest.document("demo", 2)
                .replace("  name: demo\n", "  name: demo\n  namespace: butler-tenants\n");
        bench.run(ClusterBench.typed(written), "create", "-f", "-");
        bench.run("create", "other", "--provider=rack-one");

        assertThat(bench.run("export", "demo").out()).isEqualTo(written);
        assertThat(bench.run("export", "demo", "--as", "copy").out()).contains("name: copy");
        assertThat(bench.run("export", "--all", "-o", folder.resolve("out").toString())
                        .exitCode())
                .isZero();
        assertThat(folder.resolve("out/demo.yaml")).hasContent(written);
        assertThat(folder.resolve("out/other.yaml")).exists();
        assertThat(bench.run("export", "--all", "-o", folder.resolve("out").toString())
                        .exitCode())
                .isEqualTo(ErrorKind.CONFLICT.exitCode());
        assertThat(bench.run("export").exitCode()).isEqualTo(ErrorKind.USAGE.exitCode());
        assertThat(bench.run("export", "--all", "--as=x").exitCode()).isEqualTo(ErrorKind.USAGE.exitCode());
    }

    @Test
    void handsOutTheKubeconfigAndAddsItWithoutStealingTheContext() throws IOException {
        make();
        assertThat(bench.run("kubeconfig", "demo").exitCode()).isEqualTo(ErrorKind.CONFLICT.exitCode());
        bench.ready("demo", 1, "v1.30.2");
        secret("https://203.0.113.7:6443");
        Path mine = folder.resolve("mine");
        String before = "# mine\n"
                + Kubeconfig.of("home", Map.of("server", "https://192.0.2.9"), Map.of())
                        .toYaml();
        Files.writeString(mine, before);
        Tool tool = ClusterBench.BUTLERCTL.with("KUBECONFIG", mine.toString());

        assertThat(bench.run("kubeconfig", "demo").out()).contains("demo-admin", "very-secret");
        ToolRun merged = bench.run(tool, "kubeconfig", "demo", "--merge");
        assertThat(merged.exitCode()).as(merged.err()).isZero();
        assertThat(merged.out() + merged.err()).doesNotContain("very-secret");
        assertThat(new KubeconfigFile(mine).read().currentContext()).hasValue("home");
        assertThat(Files.readString(mine)).startsWith("# mine\n");
        bench.run(tool, "kubeconfig", "demo", "--undo");
        assertThat(Files.readString(mine)).isEqualTo(before);
        bench.run(tool, "kubeconfig", "demo", "--merge", "--set-context", "--as=other");
        assertThat(new KubeconfigFile(mine).read().currentContext()).hasValue("other");
    }

    @Test
    void refusesToReplaceAContextThatLeadsElsewhereOrAKubeconfigThatNeedsThisMachine() throws IOException {
        make();
        bench.ready("demo", 1, "v1.30.2");
        secret("https://203.0.113.7:6443");
        Path mine = folder.resolve("elsewhere");
        new KubeconfigFile(mine).write(Kubeconfig.of("demo", Map.of("server", "https://192.0.2.9"), Map.of()));

        ToolRun refused =
                bench.run(ClusterBench.BUTLERCTL.with("KUBECONFIG", mine.toString()), "kubeconfig", "demo", "--merge");

        assertThat(refused.exitCode()).isEqualTo(ErrorKind.CONFLICT.exitCode());
        assertThat(refused.err()).contains("https://192.0.2.9", "--as");
        Path file = folder.resolve("private");
        assertThat(bench.run("kubeconfig", "demo", "-o", file.toString()).exitCode())
                .isZero();
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        bench.client().secrets().inNamespace("demo-parts").delete();
        secret(Kubeconfig.of("x", Map.of("server", "https://192.0.2.9"), Map.of("exec", Map.of("command", "harm"))));
        assertThat(bench.run("kubeconfig", "demo").err()).contains("is rejected: it requires exec on this machine");
    }

    @Test
    void showsMachinesAndFollowsUntilReady() {
        make();
        machine();
        assertThat(bench.run("nodes", "demo").err()).contains("No machines found");
        Said said = new Said();
        CompletableFuture<ToolRun> run =
                CompletableFuture.supplyAsync(() -> said.run(bench.kubeconfig(), "watch", "demo", "-o", "json"));
        bench.status(
                "demo",
                status -> status.phase(Phase.PROVISIONING)
                        .conditions(List.of(
                                ClusterBench.condition("NetworkReady", "False", "PoolExhausted", "none left"))));
        bench.ready("demo", 1, "v1.30.2");

        ToolRun watched = run.join();

        assertThat(watched.exitCode()).as(watched.err()).isZero();
        assertThat(watched.out()).contains("\"phase\":\"Ready\"");
        assertThat(bench.run("nodes", "demo").out())
                .contains("demo-workers-0", "node-0", "Running", "v1.30.2", "192.0.2.77");
        assertThat(bench.run("events", "demo").err()).contains("No events found");
    }

    private static void make(String... flags) {
        List<String> words = new ArrayList<>(List.of("create", "demo", "--provider=rack-one"));
        words.addAll(List.of(flags));
        ToolRun made = bench.run(words.toArray(String[]::new));
        assertThat(made.exitCode()).as(made.err()).isZero();
    }

    private static int workers() {
        return bench.cluster("demo").getSpec().workers().replicas();
    }

    private static ToolRun edit(String editor) {
        return bench.run(ClusterBench.BUTLERCTL.with("EDITOR", editor), "edit", "demo");
    }

    private static void awaitVersion(String version) {
        bench.client()
                .resources(TenantCluster.class)
                .inNamespace("butler-tenants")
                .withName("demo")
                .waitUntilCondition(
                        cluster -> cluster.getSpec().kubernetesVersion().equals(version), 60, TimeUnit.SECONDS);
    }

    private static void secret(String server) {
        secret(Kubeconfig.of("kubernetes", Map.of("server", server), Map.of("token", "very-secret")));
    }

    private static void secret(Kubeconfig kubeconfig) {
        bench.adminKubeconfig("demo", kubeconfig);
    }

    /** A kind of Cluster API with a machine in it. */
    private static void machine() {
        ResourceDefinitionContext kind = new ResourceDefinitionContext.Builder()
                .withGroup("cluster.x-k8s.io")
                .withVersion("v1beta1")
                .withKind("Machine")
                .withPlural("machines")
                .withNamespaced(true)
                .build();
        bench.define(kind);
        bench.put(Map.of(
                "apiVersion",
                "cluster.x-k8s.io/v1beta1",
                "kind",
                "Machine",
                "metadata",
                Map.of(
                        "name",
                        "demo-workers-0",
                        "namespace",
                        "demo-parts",
                        "labels",
                        Map.of("cluster.x-k8s.io/cluster-name", "demo")),
                "spec",
                Map.of("version", "v1.30.2"),
                "status",
                Map.of(
                        "phase",
                        "Running",
                        "nodeRef",
                        Map.of("name", "node-0"),
                        "addresses",
                        List.of(Map.of("type", "InternalIP", "address", "192.0.2.77")))));
    }
}
