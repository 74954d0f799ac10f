package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.bootstrap.KillingInterceptor.Aim;
import dev.butlerlabs.adm.bootstrap.KillingInterceptor.Moment;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills {@code restore} with SIGKILL while it restores a cluster of 3+1 machines of which two are lost, before and after each request that changes the
 * infrastructure, a machine or the cluster, and runs the same command again. The kills of one restore follow each other.
 */
@Tag("process")
@EnabledIfSystemProperty(named = "butler.operation.kills", matches = "all")
@Timeout(value = 4, unit = TimeUnit.HOURS)
@ExtendWith(QuietRuns.class)
class ClusterRestoreKillTest {
    /** Ends the exploration if requests never repeat. */
    private static final int MOST_KILLS = 400;

    private static final Duration SETTLING = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    @Test
    void restoresTheSameClusterWhereverItIsKilled() throws Exception {
        KillingInterceptor interceptor = new KillingInterceptor();
        try (BootstrappedCluster cluster = BootstrappedCluster.create(folder, 3, 1, "v1.12.1", interceptor)) {
            cluster.simulation().guardInfrastructure(interceptor);
            RestoredPlatform platform = new RestoredPlatform(cluster, folder);
            Path first = platform.backUp("first");
            platform.destroy("demo-cp-0", "demo-worker-0");
            ToolRun undisturbed = cluster.simulation().butleradm().runProcess(command(platform, first));
            assertThat(undisturbed.exitCode()).as(undisturbed.err()).isZero();
            PlatformState expected = settledState(cluster);
            int starts = cluster.machine("demo-cp-2").bootstraps();

            Path second = platform.backUp("second");
            platform.destroy("demo-cp-0", "demo-worker-0");
            Restore restore = new Restore(cluster, platform, second, expected);
            KillExploration exploration = new KillExploration("restore", interceptor, restore);
            exploration.exploreInOneRun(everywhere(exploration));
            System.out.println(exploration.report());
            assertThat(exploration.wrong()).isEmpty();
            assertThat(exploration.kills()).isBetween(20, MOST_KILLS - 1);
            assertThat(restore.differences()).isEmpty();
            assertThat(cluster.simulation().etcdStarts()).containsOnly(starts + 1);
        }
    }

    private static String[] command(RestoredPlatform platform, Path backup) {
        return new String[] {
            "restore",
            backup.toString(),
            "demo",
            "--key-file",
            platform.keyFile().toString(),
            "--yes",
            "--timeout",
            "10m",
            "-q"
        };
    }

    /** Kills before each request when it is seen for the first time, and after it when it is repeated. */
    private static Aim everywhere(KillExploration exploration) {
        Map<String, Integer> kills = new HashMap<>();
        return (_, request) -> {
            int earlier = kills.getOrDefault(request, 0);
            if (earlier >= 2 || exploration.kills() >= MOST_KILLS) {
                return Optional.empty();
            }
            kills.put(request, earlier + 1);
            System.out.printf("restore: killed %s %s%n", earlier == 0 ? "before" : "after", request);
            return Optional.of(earlier == 0 ? Moment.BEFORE : Moment.AFTER);
        };
    }

    private static PlatformState settledState(BootstrappedCluster cluster) {
        TestAwait.upTo(SETTLING, "4 ready nodes")
                .ignoreExceptions()
                .until(() -> state(cluster).facts().stream()
                                .filter(fact -> fact.startsWith("Node ") && fact.contains(" ready "))
                                .count()
                        == 4);
        return state(cluster);
    }

    private static PlatformState state(BootstrappedCluster cluster) {
        try (KubernetesClient client = cluster.connect()) {
            return PlatformState.of(cluster, client);
        }
    }

    /** The restore of a cluster from a backup. */
    private record Restore(BootstrappedCluster cluster, RestoredPlatform platform, Path backup, PlatformState expected)
            implements KillExploration.Operation {
        @Override
        public Tool tool() {
            return cluster.simulation().butleradm();
        }

        @Override
        public String[] command() {
            return ClusterRestoreKillTest.command(platform, backup);
        }

        @Override
        public List<String> differences() {
            return settledState(cluster).differences(expected);
        }
    }
}
