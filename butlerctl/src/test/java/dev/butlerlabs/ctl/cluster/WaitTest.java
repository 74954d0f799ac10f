package dev.butlerlabs.ctl.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.testing.TestAwait;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Waiting, and servers that are not what they should be. */
@Tag("slow")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class WaitTest {
    @TempDir
    private Path folder;

    @Test
    void waitsUntilReadyAndSaysWhatForMeanwhile() {
        try (ClusterBench bench = ClusterBench.start(folder)) {
            Said said = new Said();
            CompletableFuture<ToolRun> run = CompletableFuture.supplyAsync(
                    () -> said.run(bench.kubeconfig(), "create", "demo", "--provider=x", "--wait"));
            awaitCluster(bench);
            bench.status(
                    "demo",
                    status -> status.phase(Phase.PROVISIONING)
                            .conditions(List.of(
                                    ClusterBench.condition("Ready", "False", "Reconciling", "not yet"),
                                    ClusterBench.condition("WorkersReady", "False", "WorkersProvisioning", "0 of 1"))));
            said.await("WorkersReady is False (WorkersProvisioning): 0 of 1");
            bench.ready("demo", 1, "v1.30.2");

            ToolRun done = run.join();

            assertThat(done.exitCode()).as(done.err()).isZero();
            assertThat(done.err()).contains("Waiting for TenantCluster butler-tenants/demo until it is ready");
            assertThat(done.err()).doesNotContain("cluster watch");
            assertThat(done.out()).contains("Ready", "1/1").doesNotContain("Pending", "0/1");
        }
    }

    @Test
    void printsTheScaledClusterAsItIsAfterTheWait() throws Exception {
        try (ClusterBench bench = ClusterBench.start(folder)) {
            bench.run("create", "demo", "--provider=x", "--workers=4");
            bench.ready("demo", 4, "v1.30.2");
            Said said = new Said();
            CompletableFuture<ToolRun> run = CompletableFuture.supplyAsync(
                    () -> said.run(bench.kubeconfig(), "scale", "demo", "--workers=7", "--wait", "-o", "json"));
            said.await("from 4 to 7 workers");
            bench.ready("demo", 7, "v1.30.2");

            ToolRun done = run.join();

            assertThat(done.exitCode()).as(done.err()).isZero();
            JsonNode printed = new ObjectMapper().readTree(done.out());
            assertThat(printed.at("/spec/workers/replicas").asInt()).isEqualTo(7);
            assertThat(printed.at("/status/workerNodesReady").asInt()).isEqualTo(7);
        }
    }

    @Test
    void namesWhatADeletionWaitsForAndNotAConditionThatIsFine() {
        try (ClusterBench bench = ClusterBench.start(folder)) {
            bench.run("create", "demo", "--provider=x");
            bench.client().resource(bench.cluster("demo")).edit(cluster -> {
                cluster.addFinalizer("butler.butlerlabs.dev/tenant");
                return cluster;
            });
            Said said = new Said();
            CompletableFuture<ToolRun> run =
                    CompletableFuture.supplyAsync(() -> said.run(bench.kubeconfig(), "delete", "demo", "--yes"));
            said.await("waiting for finalizers: butler.butlerlabs.dev/tenant");
            bench.status(
                    "demo",
                    status -> status.phase(Phase.DELETING)
                            .conditions(List.of(
                                    ClusterBench.condition("Progressing", "True", "WaitingForAddons", ""),
                                    ClusterBench.condition("Degraded", "False", "WaitingForAddons", ""),
                                    ClusterBench.condition("Ready", "False", "WaitingForAddons", "2 addons remain"))));
            said.await("Ready is False (WaitingForAddons): 2 addons remain");
            bench.forgetAll();

            assertThat(run.join().err()).doesNotContain("Degraded is False", "Progressing is True");
        }
    }

    @Test
    void stopsWaitingForAClusterThatFailed() {
        try (ClusterBench bench = ClusterBench.start(folder)) {
            CompletableFuture<ToolRun> run = started(bench, "create", "demo", "--provider=x", "--wait");
            awaitCluster(bench);
            bench.status(
                    "demo",
                    status -> status.phase(Phase.FAILED)
                            .conditions(List.of(ClusterBench.condition(
                                    "InfrastructureReady",
                                    "False",
                                    "ProviderConfigNotFound",
                                    "there is no ProviderConfig x"))));

            ToolRun failed = run.join();

            assertThat(failed.exitCode()).isEqualTo(ErrorKind.PROVIDER.exitCode());
            assertThat(failed.err()).contains("there is no ProviderConfig x", "butlerctl cluster describe");
        }
    }

    @Test
    void namesWhatWasLastSeenWhenTimeRunsOut() {
        try (ClusterBench bench = ClusterBench.start(folder)) {
            ToolRun late = bench.run("create", "demo", "--provider=x", "--wait", "--timeout=1s");

            assertThat(late.exitCode()).isEqualTo(ErrorKind.TIMEOUT.exitCode());
            assertThat(late.err()).contains("Timed out after 1 s", "waiting for a controller to process the change");
        }
    }

    @Test
    void triesAgainWhenTheConnectionIsLostAndSaysSo() {
        Path data = folder.resolve("data");
        EmbeddedApiOptions options = EmbeddedApiOptions.inDirectory(data).withDefinitions(ClusterBench.definitions());
        CompletableFuture<ToolRun> run;
        int port;
        Said said = new Said();
        try (ClusterBench bench = ClusterBench.bare(folder, options)) {
            bench.namespace("butler-tenants");
            port = URI.create(bench.client().getMasterUrl().toString()).getPort();
            run = CompletableFuture.supplyAsync(
                    () -> said.run(bench.kubeconfig(), "create", "demo", "--provider=x", "--wait"));
            awaitCluster(bench);
            said.await("waiting for a controller");
        }
        said.await("connection lost, retrying");
        try (ClusterBench bench = ClusterBench.bare(folder, options.withPort(port))) {
            bench.ready("demo", 1, "v1.30.2");

            ToolRun done = run.join();

            assertThat(done.exitCode()).as(said.text()).isZero();
            assertThat(said.text()).contains("connection restored");
        }
    }

    @Test
    void watchReportsALostConnection() {
        EmbeddedApiOptions options =
                EmbeddedApiOptions.inDirectory(folder.resolve("data")).withDefinitions(ClusterBench.definitions());
        CompletableFuture<ToolRun> run;
        int port;
        Said said = new Said();
        try (ClusterBench bench = ClusterBench.bare(folder, options)) {
            bench.namespace("butler-tenants");
            port = URI.create(bench.client().getMasterUrl().toString()).getPort();
            bench.run("create", "demo", "--provider=x");
            run = CompletableFuture.supplyAsync(() -> said.run(bench.kubeconfig(), "watch", "demo"));
            TestAwait.upTo(Duration.ofSeconds(60), "the first line of watch")
                    .until(said::printed, text -> text.contains("waiting for a controller"));
        }
        said.await("connection lost, retrying");
        try (ClusterBench bench = ClusterBench.bare(folder, options.withPort(port))) {
            bench.ready("demo", 1, "v1.30.2");

            ToolRun done = run.join();

            assertThat(done.exitCode()).as(said.text()).isZero();
            assertThat(said.text())
                    .contains("connection restored")
                    .doesNotContain("Waiting for TenantCluster", "\nwaiting for a controller");
        }
    }

    @Test
    void saysThatAServerIsNotAManagementCluster() {
        try (ClusterBench bench = ClusterBench.bare(folder, EmbeddedApiOptions.inMemory())) {
            for (List<String> words : List.of(
                    List.of("list"),
                    List.of("get", "demo"),
                    List.of("create", "demo", "--provider=x"),
                    List.of("delete", "demo", "-y"))) {
                ToolRun refused = bench.run(words.toArray(String[]::new));

                assertThat(refused.exitCode()).isEqualTo(ErrorKind.NOT_FOUND.exitCode());
                assertThat(refused.err()).contains("is not a Butler management cluster", "BTL-0501");
            }
        }
    }

    @Test
    void saysThatThereIsNoConnectionOrNoNamespace() throws Exception {
        try (ClusterBench bench = ClusterBench.start(folder)) {
            ToolRun nowhere = bench.run("create", "demo", "--provider=x", "-n", "nowhere");
            assertThat(nowhere.exitCode()).isEqualTo(ErrorKind.NOT_FOUND.exitCode());
            assertThat(nowhere.err()).contains("nowhere").doesNotContain("not a Butler management cluster");
        }
        ToolRun dead = ClusterBench.BUTLERCTL.run(
                "cluster",
                "list",
                "--kubeconfig",
                folder.resolve("management-kubeconfig").toString());
        assertThat(dead.exitCode()).isEqualTo(ErrorKind.UNREACHABLE.exitCode());
        assertThat(Files.exists(folder.resolve("management-kubeconfig"))).isTrue();
    }

    private static CompletableFuture<ToolRun> started(ClusterBench bench, String... words) {
        return CompletableFuture.supplyAsync(() -> bench.run(words));
    }

    private static void awaitCluster(ClusterBench bench) {
        bench.client()
                .resources(TenantCluster.class)
                .inNamespace("butler-tenants")
                .withName("demo")
                .waitUntilCondition(cluster -> cluster != null, 60, TimeUnit.SECONDS);
    }
}
