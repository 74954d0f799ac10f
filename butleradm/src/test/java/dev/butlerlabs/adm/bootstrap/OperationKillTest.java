package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.bootstrap.KillingInterceptor.Aim;
import dev.butlerlabs.adm.bootstrap.KillingInterceptor.Moment;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.talos.etcd.AvailabilityRecorder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the real program with SIGKILL at its requests while it changes a running cluster of 3+1 machines, and runs the same command again. A
 * sample of the requests, or all with {@code -Dbutler.operation.kills=all}. {@code -Dbutler.operation.kills.upgrade=N} limits the kills of the
 * upgrade.
 */
@Tag("process")
@EnabledIfSystemProperty(
        named = "butler.long",
        matches = "true",
        disabledReason = "takes minutes; see scripts/test --long")
@Timeout(value = 4, unit = TimeUnit.HOURS)
@ExtendWith(QuietRuns.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OperationKillTest {
    private static final boolean ALL = "all".equals(System.getProperty("butler.operation.kills"));
    private static final String REPLACED = "demo-cp-1";
    private static final Duration SETTLING = Duration.ofSeconds(30);
    /** Most kills of the upgrade, for a shorter run. */
    private static final int MOST = Integer.getInteger("butler.operation.kills.upgrade", Integer.MAX_VALUE);
    /** A node is recorded, cordoned, uncordoned and completed with the same request. */
    private static final int KILLS_AT_A_NODE = 8;

    private final KillingInterceptor interceptor = new KillingInterceptor();

    private Path folder;

    private BootstrappedCluster cluster;
    private RehearsalControllers controllers;
    private KubernetesClient client;

    @BeforeAll
    void bootstrap(@TempDir Path directory) throws IOException {
        folder = directory;
        cluster = BootstrappedCluster.create(folder, 3, 1, "v1.13.9", interceptor);
        controllers = RehearsalControllers.start(cluster.kubeconfig());
        client = cluster.connect();
        Files.write(folder.resolve("key"), new byte[32]);
    }

    @AfterAll
    void close() {
        client.close();
        controllers.close();
        cluster.close();
    }

    @Test
    @Order(1)
    void createsABackupWhereverItIsKilled() throws Exception {
        Path backups = Files.createDirectory(folder.resolve("backups"));
        BackupOperation operation =
                new BackupOperation(backups, folder.resolve("key"), cluster.kubeconfig(), this::state);
        KillExploration exploration = new KillExploration("backup create", interceptor, operation);
        interceptor.count(_ -> true);
        try {
            List<String> requests = exploration.undisturbed();
            if (ALL) {
                exploration.exploreAll(requests);
            } else {
                exploration.explore(List.of(Aim.first("EtcdSnapshot", Moment.AFTER)));
            }
            operation.killWhenFileAppears(interceptor, ".part");
            exploration.explore(List.of(Aim.NONE));
            if (ALL) {
                operation.killWhenFileAppears(interceptor, ".butler-backup");
                exploration.explore(List.of(Aim.NONE));
            }
        } finally {
            interceptor.count(KillingInterceptor::isChange);
        }
        require(exploration, ALL ? 20 : 2);
    }

    @Test
    @Order(2)
    void replacesAMachineWhereverItIsKilled() throws Exception {
        PlatformState expected = PlatformState.of(cluster, client);
        KillExploration exploration = new KillExploration(
                "node replace",
                interceptor,
                new ClusterOperation(expected, !ALL, "node", "replace", REPLACED, "--yes", "--timeout", "5m"));
        if (ALL) {
            exploration.exploreAll(exploration.undisturbed());
        } else {
            exploration.explore(List.of(Aim.first("EtcdRemoveMemberByID", Moment.AFTER)));
        }
        require(exploration, ALL ? 20 : 1);
    }

    /** Versions change, so that the kills of one upgrade follow each other. */
    @Test
    @Order(3)
    @EnabledIfSystemProperty(named = "butler.operation.kills", matches = "all")
    void upgradesWhereverItIsKilled() throws Exception {
        KillExploration exploration = new KillExploration(
                "upgrade apply",
                interceptor,
                new ClusterOperation(
                        PlatformState.of(cluster, client),
                        true,
                        "upgrade",
                        "apply",
                        "--talos",
                        "v1.14.1",
                        "--kubernetes",
                        "v1.37.2",
                        "--no-backup",
                        "--yes",
                        "--node-timeout",
                        "5m"));
        cluster.availability().startOver();
        Map<String, Integer> kills = new HashMap<>();
        exploration.exploreInOneRun((_, request) -> {
            int earlier = kills.getOrDefault(request, 0);
            int most = request.matches("\\w+ /api/v1/nodes/[^/]+") ? KILLS_AT_A_NODE : 2;
            if (earlier >= most || exploration.kills() >= MOST) {
                return Optional.empty();
            }
            kills.put(request, earlier + 1);
            return Optional.of(earlier % 2 == 0 ? Moment.BEFORE : Moment.AFTER);
        });
        List<String> facts = new ArrayList<>(PlatformState.of(cluster, client).facts());
        assertThat(facts.stream().filter(fact -> fact.startsWith("Node ")))
                .hasSize(4)
                .allMatch(fact -> fact.contains("(v1.14.1) v1.37.2 ready {"))
                .noneMatch(fact -> fact.contains("cordoned") || fact.contains("talos-upgrade"));
        assertThat(facts)
                .anyMatch(fact -> fact.startsWith("ClusterBootstrap ")
                        && fact.contains("v1.14.1")
                        && fact.contains("kubernetes-version=v1.37.2"))
                .noneMatch(fact -> fact.contains("locked"))
                .contains("etcd member demo-cp-0", "etcd member demo-cp-1", "etcd member demo-cp-2");
        assertThat(quorumProblems()).isEmpty();
        require(exploration, Math.min(20, MOST));
    }

    private void require(KillExploration exploration, int kills) {
        System.out.printf(
                "%s, lowest margin of etcd %d%n",
                exploration.report(), cluster.availability().report().lowestMargin());
        assertThat(exploration.wrong()).isEmpty();
        assertThat(exploration.kills()).isGreaterThanOrEqualTo(kills);
    }

    private PlatformState state() {
        return PlatformState.of(cluster, client);
    }

    private List<String> quorumProblems() {
        AvailabilityRecorder.Report report = cluster.availability().report();
        return report.quorumLosses() == 0 && report.lowestMargin() >= 0
                ? List.of()
                : List.of("etcd lost its quorum: " + report);
    }

    /** A command that changes the cluster while it holds the lock. */
    private final class ClusterOperation implements KillExploration.Operation {
        private final PlatformState expected;
        private final String[] command;
        private boolean isLockShortened;

        /** @param isLockShortened whether also the first process after a kill does not wait until the lock of the killed one expires */
        private ClusterOperation(PlatformState expected, boolean isLockShortened, String... words) {
            this.expected = expected;
            this.isLockShortened = isLockShortened;
            this.command = words.clone();
        }

        @Override
        public String[] command() {
            List<String> words = new ArrayList<>(List.of(command));
            words.addAll(List.of("--kubeconfig", cluster.kubeconfig().toString(), "-q"));
            return words.toArray(String[]::new);
        }

        @Override
        public void prepare() {
            cluster.availability().startOver();
        }

        /** Lets the lock of the killed process expire after a second instead of half a minute. */
        @Override
        public void onKill() {
            boolean isHeld = Optional.ofNullable(lock().get())
                    .filter(lease -> !lease.getSpec().getHolderIdentity().isEmpty())
                    .isPresent();
            if (isHeld && isLockShortened) {
                lock().edit(lease -> new LeaseBuilder(lease)
                        .editSpec()
                        .withLeaseDurationSeconds(1)
                        .endSpec()
                        .build());
            }
            isLockShortened |= isHeld;
        }

        private Resource<Lease> lock() {
            return client.leases().inNamespace(Namespaces.SYSTEM).withName("butler-operation");
        }

        /** The controllers may still work when the command has ended. */
        @Override
        public List<String> differences() {
            List<String> differences = new ArrayList<>();
            try {
                TestAwait.upTo(SETTLING, "the expected state")
                        .until(() -> state().differences(expected).isEmpty());
            } catch (ConditionTimeoutException _) {
                differences.addAll(state().differences(expected));
            }
            differences.addAll(quorumProblems());
            return differences;
        }
    }
}
