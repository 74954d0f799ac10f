package dev.butlerlabs.ctl.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code cluster hibernate} and {@code cluster wake}. The test writes the status that the controllers would. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
@Tag("slow")
class HibernateTest {
    private static final String VERSION = "v1.30.2";

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
    void recordsTheRequestOnceAndKeepsTheNumberOfWorkers() {
        ready();
        assertThat(bench.run("hibernate", "demo", "--dry-run=server").err())
                .contains("Dry run: would hibernate TenantCluster butler-tenants/demo with 3 workers.");
        assertThat(since()).isEmpty();

        ToolRun run = bench.run("hibernate", "demo");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).contains("Hibernating TenantCluster butler-tenants/demo with 3 workers.");
        String requested = since().orElseThrow();
        assertThat(Instant.parse(requested)).isBefore(Instant.now().plusSeconds(1));
        assertThat(bench.cluster("demo").getSpec().workers().replicas()).isEqualTo(3);
        assertThat(bench.run("hibernate", "demo").err()).contains("was already requested at " + requested);
        assertThat(since()).hasValue(requested);
        assertThat(bench.run("export", "demo").out()).doesNotContain("hibernated");
    }

    @Test
    void waitsUntilTheClusterIsHibernated() {
        ready();
        Said said = new Said();
        CompletableFuture<ToolRun> run =
                CompletableFuture.supplyAsync(() -> said.run(bench.kubeconfig(), "hibernate", "demo", "--wait"));
        await(cluster -> cluster.getMetadata().getAnnotations() != null);
        bench.status(
                "demo",
                status -> status.phase(Phase.HIBERNATING)
                        .conditions(List.of(
                                ClusterBench.condition("InfrastructureReady", "False", "Hibernating", "other"),
                                ClusterBench.condition(
                                        "Hibernated", "False", "Hibernating", "Deleting workers: 2 machines left."))));
        said.await("Hibernated is False (Hibernating): Deleting workers: 2 machines left.");
        phase(Phase.HIBERNATED);

        ToolRun done = run.join();

        assertThat(done.exitCode()).as(done.err()).isZero();
        assertThat(done.out()).contains("Hibernated");
    }

    @Test
    void wakesAndWaitsForTheWorkers() {
        ready();
        bench.run("hibernate", "demo");
        phase(Phase.HIBERNATED);
        assertThat(bench.run("scale", "demo", "--workers=3", "--wait").err())
                .contains("it is hibernated; wake it with 'butlerctl cluster wake'");
        assertThat(bench.run("wake", "demo", "--dry-run").err()).contains("Dry run: would wake");
        assertThat(since()).isPresent();
        ToolRun late = bench.run("wake", "demo", "--wait", "--timeout=1s");
        assertThat(late.exitCode()).isEqualTo(ErrorKind.TIMEOUT.exitCode());
        assertThat(late.err()).contains("waiting for a controller to process the change");
        assertThat(since()).isEmpty();
        bench.ready("demo", 3, VERSION);

        ToolRun again = bench.run("wake", "demo", "--wait");

        assertThat(again.exitCode()).as(again.err()).isZero();
        assertThat(again.err()).contains("TenantCluster butler-tenants/demo is not hibernated.");
    }

    @Test
    void refusesClustersThatCannotBeHibernated() {
        make();
        refused("has not been ready yet", "hibernate", "demo");
        bench.ready("demo", 3, "v1.29.9");
        refused("its upgrade from v1.29.9 to v1.30.2 is in progress", "hibernate", "demo");
        bench.ready("demo", 3, VERSION);
        bench.status(
                "demo",
                status -> status.phase(Phase.FAILED)
                        .conditions(List.of(
                                ClusterBench.condition("NetworkReady", "False", "PoolExhausted", "none left"))));
        refused("it has failed (NetworkReady is False (PoolExhausted): none left)", "hibernate", "demo", "--dry-run");
        bench.ready("demo", 3, VERSION);
        bench.run("pause", "demo");
        refused("butlerctl cluster resume demo", "hibernate", "demo");
        bench.run("resume", "demo");
        deleteWithFinalizer();
        refused("it is being deleted", "hibernate", "demo");
        assertThat(since()).isEmpty();
    }

    @Test
    void refusesToChangeWhatNeedsTheControlPlane() {
        ready();
        bench.run("hibernate", "demo");

        refused("butlerctl cluster wake demo", "upgrade", "demo", "--version=v1.31.0");

        deleteWithFinalizer();
        refused("it is being deleted", "wake", "demo");
        assertThat(since()).isPresent();
    }

    private static void make() {
        ToolRun made = bench.run("create", "demo", "--provider=rack-one", "--workers=3", "--k8s-version=" + VERSION);
        assertThat(made.exitCode()).as(made.err()).isZero();
    }

    private static void ready() {
        make();
        bench.ready("demo", 3, VERSION);
    }

    private static void phase(Phase phase) {
        bench.status("demo", status -> status.phase(phase));
    }

    private static Optional<String> since() {
        return Optional.ofNullable(bench.cluster("demo").getMetadata().getAnnotations())
                .map((Map<String, String> annotations) -> annotations.get(Annotations.HIBERNATED));
    }

    private static void refused(String reason, String... words) {
        ToolRun run = bench.run(words);
        assertThat(run.exitCode()).isEqualTo(ErrorKind.CONFLICT.exitCode());
        assertThat(run.err()).contains("cannot be", reason);
    }

    private static void deleteWithFinalizer() {
        TenantCluster cluster = bench.cluster("demo");
        cluster.getMetadata().setFinalizers(List.of("example.test/kept"));
        bench.client().resource(cluster).update();
        bench.client().resource(cluster).delete();
    }

    private static void await(Predicate<TenantCluster> wanted) {
        bench.client()
                .resources(TenantCluster.class)
                .inNamespace("butler-tenants")
                .withName("demo")
                .waitUntilCondition(wanted, 60, TimeUnit.SECONDS);
    }
}
