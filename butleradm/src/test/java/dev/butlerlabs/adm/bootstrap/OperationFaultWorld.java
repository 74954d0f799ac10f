package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.rollout.UpgradeTimeouts;
import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A running cluster whose operations fail. Commands run in this process, as the tool runs them. */
final class OperationFaultWorld implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final UpgradeTimeouts BRIEF =
            new UpgradeTimeouts(Duration.ofSeconds(6), Duration.ofSeconds(3), Duration.ofMillis(200));

    private final Path folder;
    private final BootstrappedCluster cluster;
    private final KubernetesClient client;
    private Optional<RehearsalControllers> controllers = Optional.empty();
    private Optional<Path> backup = Optional.empty();

    private OperationFaultWorld(Path folder, BootstrappedCluster cluster) {
        this.folder = folder;
        this.cluster = cluster;
        this.client = cluster.connect();
    }

    static OperationFaultWorld start(Path folder, int workers, String talos) throws IOException {
        OperationFaultWorld world =
                new OperationFaultWorld(folder, BootstrappedCluster.create(folder, 3, workers, talos));
        Files.write(world.file("key"), new byte[32]);
        Files.createDirectory(world.file("backups"));
        return world;
    }

    BootstrappedCluster cluster() {
        return cluster;
    }

    KubernetesClient client() {
        return client;
    }

    /** Returns a file of this cluster. */
    Path file(String name) {
        return folder.resolve(name);
    }

    /** Returns the tool without options. */
    Tool tool() {
        return Tool.of("butleradm", Butleradm.class, Butleradm::commands)
                .with("BUTLER_HOME", cluster.home().toString());
    }

    /** Runs a command for this cluster and returns its message. */
    String fail(String... words) {
        return fail(tool(), words);
    }

    String fail(Tool tool, String... words) {
        return failWith(tool, cluster.kubeconfig(), words);
    }

    /** Runs a command with another kubeconfig. */
    String failWith(Tool tool, Path kubeconfig, String... words) {
        return message(tool.run(Stream.concat(Arrays.stream(words), Stream.of("--kubeconfig", kubeconfig.toString()))
                .toArray(String[]::new)));
    }

    /** Runs a command that must succeed. */
    ToolRun succeed(String... words) {
        ToolRun run = tool().run(Stream.concat(
                        Arrays.stream(words),
                        Stream.of("--kubeconfig", cluster.kubeconfig().toString()))
                .toArray(String[]::new));
        if (run.exitCode() != 0) {
            throw new IllegalStateException(run.err());
        }
        return run;
    }

    /** Returns the error of a run in one line, without the reference to {@code explain}. */
    static String message(ToolRun run) {
        int start = run.err().lastIndexOf("error: ");
        if (run.exitCode() == 0 || start < 0) {
            return "no error: %s%s".formatted(run.out(), run.err());
        }
        return run.err()
                .substring(start + "error: ".length())
                .lines()
                .map(String::strip)
                .filter(line -> !line.startsWith("see: "))
                .collect(Collectors.joining(" / "));
    }

    /** Upgrades the nodes with brief time limits, and returns the message. */
    String failUpgrade(String talos) {
        try {
            cluster.upgrade(client, talos, BRIEF).upgradeNodes();
            return "no error";
        } catch (ButlerException e) {
            return "%s / hint: %s".formatted(e.getMessage(), e.hint());
        }
    }

    /** Returns a backup of this cluster, encrypted with the file {@code key}. */
    Path backup() throws IOException {
        if (backup.isEmpty()) {
            succeed(
                    "backup",
                    "create",
                    "--to",
                    file("backups").toString(),
                    "--key-file",
                    file("key").toString(),
                    "-q");
            try (Stream<Path> files = Files.list(file("backups"))) {
                backup = files.findFirst();
            }
        }
        return backup.orElseThrow();
    }

    void startControllers() {
        controllers = Optional.of(RehearsalControllers.start(cluster.kubeconfig()));
    }

    /** Runs work while a machine is off, and waits until its node is ready again. */
    String whileOff(String machine, OperationFaultCase.Injection work) throws Exception {
        cluster.machine(machine).powerOff();
        try {
            return work.in(this);
        } finally {
            cluster.machine(machine).powerOn();
            TestAwait.upTo(LIMIT, "a healthy " + machine)
                    .ignoreExceptionsInstanceOf(KubernetesClientException.class)
                    .until(() -> cluster.machine(machine).isHealthy()
                            && cluster.machine(machine).etcdRuns()
                            && isReady(client.nodes().withName(machine).get()));
        }
    }

    private static boolean isReady(Node node) {
        return node.getStatus().getConditions().stream()
                .anyMatch(condition -> condition.getType().equals("Ready")
                        && condition.getStatus().equals("True"));
    }

    /** Runs work while another process holds and renews the lock of the cluster. */
    String whileLocked(OperationFaultCase.Injection work) throws Exception {
        try (ScheduledExecutorService renewals = Executors.newSingleThreadScheduledExecutor()) {
            Future<?> lock = renewals.scheduleAtFixedRate(this::renewLock, 0, 300, TimeUnit.MILLISECONDS);
            try {
                return work.in(this);
            } finally {
                lock.cancel(false);
                renewals.shutdownNow();
                renewals.awaitTermination(10, TimeUnit.SECONDS);
                client.leases()
                        .inNamespace(Namespaces.SYSTEM)
                        .withName("butler-operation")
                        .delete();
            }
        }
    }

    private void renewLock() {
        client.resource(new LeaseBuilder()
                        .withNewMetadata()
                        .withNamespace(Namespaces.SYSTEM)
                        .withName("butler-operation")
                        .endMetadata()
                        .withNewSpec()
                        .withHolderIdentity(
                                "node add by process 4711 on host operator-1 since 2026-01-01T00:00:00Z (0a0b0c0d)")
                        .withLeaseDurationSeconds(30)
                        .withRenewTime(ZonedDateTime.now(ZoneOffset.UTC))
                        .endSpec()
                        .build())
                .forceConflicts()
                .serverSideApply();
    }

    /** All causes, in the order of the table. Causes for the same cluster are injected in this order. */
    static List<OperationFaultCase> cases() {
        return Stream.of(AccessFaults.cases(), UpgradeFaults.cases(), BackupFaults.cases(), NodeFaults.cases())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public void close() {
        controllers.ifPresent(RehearsalControllers::close);
        client.close();
        cluster.close();
    }
}
