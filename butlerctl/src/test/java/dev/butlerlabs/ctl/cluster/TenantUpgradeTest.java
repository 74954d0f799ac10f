package dev.butlerlabs.ctl.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The rollout of {@code cluster upgrade} to workers. The test writes the status that the controllers would. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
@Tag("slow")
class TenantUpgradeTest {
    private static final Duration LIMIT = Duration.ofSeconds(3);

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
    void storesTheSettingsForLaterRollouts() {
        ready();

        ToolRun run = upgrade("v1.31.0", "--max-surge=0", "--max-unavailable=25%");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).contains("v1.30.2 -> v1.31.0 (workers: max surge 0, max unavailable 25%)");
        assertThat(settings()).isEqualTo(Map.of(Annotations.MAX_SURGE, "0", Annotations.MAX_UNAVAILABLE, "25%"));
        bench.ready("demo", 3, "v1.31.0");
        assertThat(upgrade("v1.31.1").err()).contains("(workers: max surge 0, max unavailable 25%)");
        assertThat(settings()).hasSize(2);
        bench.ready("demo", 3, "v1.31.1");
        assertThat(upgrade("v1.31.1", "--max-surge=2").err()).contains("already runs v1.31.1");
        assertThat(settings()).isEqualTo(Map.of(Annotations.MAX_SURGE, "2", Annotations.MAX_UNAVAILABLE, "25%"));
    }

    @Test
    void reportsEveryInvalidSettingAndChangesNothing() {
        ready();

        ToolRun malformed = upgrade("latest", "--max-surge=many", "--max-unavailable=-1");
        ToolRun impossible = upgrade("v1.31.0", "--max-surge=0");

        assertThat(malformed.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(malformed.err()).contains("\"latest\"", "\"many\"", "\"-1\"", "a percentage such as 25%");
        assertThat(impossible.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(impossible.err()).contains("no worker can be replaced");
        assertThat(upgrade("v1.31.0", "--max-surge=2", "--dry-run=server").exitCode())
                .isZero();
        assertThat(settings()).isEmpty();
        assertThat(bench.cluster("demo").getSpec().kubernetesVersion()).isEqualTo("v1.30.2");
    }

    @Test
    void waitsLongerThanTheLimitWhileWorkersAreUpdated() {
        ready();
        Said said = new Said();
        CompletableFuture<ToolRun> run = waiting(said);
        awaitVersion();
        long start = System.nanoTime();
        for (int updated = 0; System.nanoTime() - start < LIMIT.multipliedBy(2).toNanos(); updated++) {
            rolling(updated);
            said.await("%d/1000 workers updated".formatted(updated));
        }
        bench.ready("demo", 3, "v1.31.0");

        ToolRun done = run.join();

        assertThat(done.exitCode()).as(done.err()).isZero();
    }

    @Test
    void stopsWithAMessageWhenNothingChanges() {
        ready();
        Said said = new Said();
        CompletableFuture<ToolRun> run = waiting(said);
        awaitVersion();
        rolling(1);

        ToolRun stopped = run.join();

        assertThat(stopped.exitCode()).isEqualTo(ErrorKind.TIMEOUT.exitCode());
        assertThat(stopped.err())
                .contains(
                        "No progress for 3 s",
                        "until it runs Kubernetes v1.31.0",
                        "1/1000 workers updated (Kubernetes v1.31.0)",
                        "butlerctl cluster nodes demo -n butler-tenants");
    }

    @Test
    void changingBackAndForthIsNoProgress() {
        ready();
        CompletableFuture<ToolRun> run = waiting(new Said());
        awaitVersion();
        for (int i = 0; !run.isDone(); i++) {
            rolling(i % 2);
        }

        assertThat(run.join().err()).contains("No progress for 3 s");
    }

    private static CompletableFuture<ToolRun> waiting(Said said) {
        return CompletableFuture.supplyAsync(() -> said.run(
                bench.kubeconfig(),
                "upgrade",
                "demo",
                "--version=v1.31.0",
                "--wait",
                "--timeout=%ds".formatted(LIMIT.toSeconds())));
    }

    private static ToolRun upgrade(String version, String... flags) {
        return bench.run(Stream.concat(Stream.of("upgrade", "demo", "--version=" + version), Stream.of(flags))
                .toArray(String[]::new));
    }

    private static void ready() {
        ToolRun made = bench.run("create", "demo", "--provider=rack-one", "--workers=3", "--k8s-version=v1.30.2");
        assertThat(made.exitCode()).as(made.err()).isZero();
        bench.ready("demo", 3, "v1.30.2");
    }

    private static void rolling(int updated) {
        bench.status(
                "demo",
                status -> status.phase(Phase.UPDATING)
                        .conditions(List.of(ClusterBench.condition(
                                "WorkersReady",
                                "False",
                                "WorkersRolling",
                                "%d/1000 workers updated (Kubernetes v1.31.0), 1000/1000 ready.".formatted(updated)))));
    }

    private static Map<String, String> settings() {
        return Optional.ofNullable(bench.cluster("demo").getMetadata().getAnnotations())
                .orElse(Map.of());
    }

    private static void awaitVersion() {
        bench.client()
                .resources(TenantCluster.class)
                .inNamespace("butler-tenants")
                .withName("demo")
                .waitUntilCondition(
                        cluster -> cluster.getSpec().kubernetesVersion().equals("v1.31.0"), 60, TimeUnit.SECONDS);
    }
}
