package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.admission.AdmissionRequest;
import dev.butlerlabs.core.admission.AdmissionRequest.Operation;
import dev.butlerlabs.core.admission.AdmissionRequest.Requester;
import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpecBuilder;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec.ResourceLimits;
import dev.butlerlabs.core.api.TeamSpecBuilder;
import dev.butlerlabs.core.api.TeamSpecResourceLimitsBuilder;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.MachineTemplate;
import dev.butlerlabs.core.api.TenantClusterSpec.Workers;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.quota.ClusterAdmissionRule;
import dev.butlerlabs.core.quota.ClusterReservations;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.tenant.ProviderConfigFinder;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import dev.butlerlabs.core.testing.apiserver.TestKubeconfig;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four clients that create tenant clusters on a real kube-apiserver, and two processes with the controllers whose leader is killed. Runs
 * {@code -Dbutler.quota.repetitions} times, once by default.
 */
@Tag("process")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QuotaProcessesTest {
    private static final int REPETITIONS = Integer.getInteger("butler.quota.repetitions", 1);
    private static final int CREATES = 200;
    private static final int LIMIT = 37;
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** Each check lists all clusters. */
    private static final Duration POLL = Duration.ofSeconds(1);

    private final Map<String, Process> processes = new HashMap<>();
    private final AtomicInteger started = new AtomicInteger();
    private RealApiServer server;
    private KubernetesClient client;
    private Path kubeconfig;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        server = RealApiServer.start(bench.orElseThrow());
        String text = TestKubeconfig.of(server.target());
        kubeconfig = Files.writeString(directory.resolve("kubeconfig"), text);
        client = new KubeConnector("butler").connect(Kubeconfig.parse(text, "the test"));
        new CustomResourceDefinitions(client).ensureYaml(CustomResourceDefinitionFiles.texts(), Duration.ofSeconds(90));
        namespace(QuotaControllersMain.NAMESPACE, "");
        ProviderConfig config = new ProviderConfig();
        config.setMetadata(new ObjectMetaBuilder()
                .withNamespace(QuotaControllersMain.NAMESPACE)
                .withName("default")
                .build());
        config.setSpec(ProviderConfigSpecBuilder.builder().provider("local").build());
        client.resource(config).create();
    }

    @AfterAll
    void stop() {
        processes.values().forEach(Process::destroyForcibly);
        if (client != null) {
            client.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private void namespace(String name, String team) {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .addToLabels(Labels.TEAM, team)
                        .endMetadata()
                        .build())
                .create();
    }

    private void team(String name, ResourceLimits limits) {
        Team team = new Team();
        team.setMetadata(new ObjectMetaBuilder().withName(name).build());
        team.setSpec(TeamSpecBuilder.builder().resourceLimits(limits).build());
        client.resource(team).createOr(resource -> resource.update());
    }

    private static TeamSpecResourceLimitsBuilder limits() {
        return TeamSpecResourceLimitsBuilder.builder();
    }

    private void startController() throws IOException {
        String identity = "controller-" + started.incrementAndGet();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        QuotaControllersMain.class.getName(),
                        kubeconfig.toString(),
                        identity)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        processes.put(identity, process);
        assertThat(process.inputReader().readLine()).isEqualTo("started");
    }

    private Optional<String> leader() {
        return Optional.ofNullable(client.leases()
                        .inNamespace(QuotaControllersMain.NAMESPACE)
                        .withName(QuotaControllersMain.LEASE)
                        .get())
                .map(Lease::getSpec)
                .map(spec -> spec.getHolderIdentity())
                .filter(processes::containsKey);
    }

    private void killLeader() throws Exception {
        String leader = TestAwait.upTo(PATIENCE, "a leader")
                .until(this::leader, Optional::isPresent)
                .orElseThrow();
        processes.remove(leader).destroyForcibly().waitFor();
    }

    /** Without admission: every creation is stored, and the controllers let exactly those go on that fit. */
    @Test
    void ofManyClustersThoseWithinTheLimitsGoOnAlthoughTheLeaderIsKilled() throws Exception {
        LongSuite.assumeEnabled();
        startController();
        for (int repetition = 1; repetition <= REPETITIONS; repetition++) {
            startController();
            countClusters("clusters-" + repetition);
            mixSizes("sizes-" + repetition);
        }
    }

    private void countClusters(String name) throws Exception {
        namespace(name, name);
        team(name, limits().maxClusters(LIMIT).build());
        AtomicInteger created = new AtomicInteger();
        byFourClients(number -> {
            client.resource(cluster(name, number, 1, 1)).create();
            if (created.incrementAndGet() == CREATES / 2) {
                killLeader();
            }
            return true;
        });
        List<TenantCluster> decided = awaitDecisions(name, CREATES);

        assertThat(decided.stream().filter(QuotaProcessesTest::isAdmitted)).hasSize(LIMIT);
        assertThat(decided.stream().filter(QuotaProcessesTest::isBeyond)).hasSize(LIMIT);
        team(name, limits().maxClusters(LIMIT + 1).build());
        TestAwait.upTo(PATIENCE, "one more cluster")
                .pollInterval(POLL)
                .until(() -> clusters(name).stream()
                                .filter(QuotaProcessesTest::isAdmitted)
                                .count()
                        == LIMIT + 1);
        remove(name);
    }

    private void mixSizes(String name) throws Exception {
        namespace(name, name);
        team(name, limits().maxTotalNodes(100).maxCPUCores(new Quantity("250")).build());
        byFourClients(number -> {
            client.resource(cluster(name, number, 1 + number % 5, 1 + number % 4))
                    .create();
            return true;
        });
        List<TenantCluster> decided = awaitDecisions(name, CREATES);
        List<TenantCluster> admitted =
                decided.stream().filter(QuotaProcessesTest::isAdmitted).toList();
        int nodes = sum(admitted, QuotaProcessesTest::nodes);
        int cores = sum(admitted, QuotaProcessesTest::cores);

        assertThat(nodes).isBetween(1, 100);
        assertThat(cores).isBetween(1, 250);
        assertThat(decided.stream().filter(cluster -> !isAdmitted(cluster)))
                .allMatch(cluster -> nodes + nodes(cluster) > 100 || cores + cores(cluster) > 250);
        remove(name);
    }

    /** With admission in two processes: exactly those creations are admitted that fit. */
    @Test
    void twoReplicasAdmitExactlyWhatFits() throws Exception {
        for (int repetition = 1; repetition <= REPETITIONS; repetition++) {
            String name = "admission-" + repetition;
            namespace(name, name);
            team(name, limits().maxClusters(LIMIT).build());
            List<ClusterAdmissionRule> replicas = List.of(rule(), rule());

            assertThat(byFourClients(number -> {
                        TenantCluster cluster = cluster(name, number, 1, 1);
                        cluster.getMetadata().setUid(UUID.randomUUID().toString());
                        boolean isAdmitted = replicas.get(number % 2)
                                .decide(new AdmissionRequest<>(
                                        Operation.CREATE,
                                        Optional.empty(),
                                        Optional.of(cluster),
                                        new Requester("ada", List.of()),
                                        false))
                                .isAdmitted();
                        return isAdmitted;
                    }))
                    .isEqualTo(LIMIT);
        }
    }

    private ClusterAdmissionRule rule() {
        return new ClusterAdmissionRule(
                new ClusterReservations(client, new ProviderConfigFinder(client), InstantSource.system()));
    }

    /** An action for one of the creations. */
    private interface Creation {
        boolean run(int number) throws Exception;
    }

    private static long byFourClients(Creation creation) throws Exception {
        try (ExecutorService clients = Executors.newFixedThreadPool(4)) {
            List<Callable<Boolean>> creations = IntStream.range(0, CREATES)
                    .<Callable<Boolean>>mapToObj(number -> () -> creation.run(number))
                    .toList();
            long accepted = 0;
            for (Future<Boolean> result : clients.invokeAll(creations)) {
                accepted += result.get() ? 1 : 0;
            }
            return accepted;
        }
    }

    private static TenantCluster cluster(String namespace, int number, int workers, int cpu) {
        TenantCluster cluster = new TenantCluster();
        cluster.setMetadata(new ObjectMetaBuilder()
                .withNamespace(namespace)
                .withName("c" + number)
                .build());
        cluster.setSpec(TenantClusterSpecBuilder.builder()
                .kubernetesVersion("v1.31.4")
                .workers(
                        new Workers(workers, new MachineTemplate(cpu, new Quantity("8Gi"), new Quantity("20Gi"), null)))
                .build());
        return cluster;
    }

    private List<TenantCluster> clusters(String namespace) {
        return client.resources(TenantCluster.class)
                .inNamespace(namespace)
                .list()
                .getItems();
    }

    /** Waits until the limits were checked for every cluster, and those within them have been handled by the next steps. */
    private List<TenantCluster> awaitDecisions(String namespace, int count) {
        List<TenantCluster> latest = new ArrayList<>();
        TestAwait.upTo(PATIENCE, "decisions about all clusters of " + namespace)
                .pollInterval(POLL)
                .until(() -> {
                    latest.clear();
                    latest.addAll(clusters(namespace));
                    return latest.stream().filter(QuotaProcessesTest::isDecided).count() == count;
                });
        return latest;
    }

    private static boolean isDecided(TenantCluster cluster) {
        return isAdmitted(cluster)
                ? isBeyond(cluster)
                : condition(cluster, ConditionTypes.QUOTA_SATISFIED)
                        .filter(condition -> condition.getReason().equals("QuotaExceeded"))
                        .isPresent();
    }

    private static boolean isAdmitted(TenantCluster cluster) {
        return condition(cluster, ConditionTypes.QUOTA_SATISFIED)
                .filter(condition -> condition.getStatus().equals("True"))
                .isPresent();
    }

    /** Whether the step after the check of the limits ran. */
    private static boolean isBeyond(TenantCluster cluster) {
        return condition(cluster, ConditionTypes.NETWORK_READY)
                .filter(condition -> !condition.getStatus().equals("Unknown"))
                .isPresent();
    }

    private static Optional<Condition> condition(TenantCluster cluster, String type) {
        return Optional.ofNullable(cluster.getStatus())
                .flatMap(status -> ConditionEditor.find(status.conditions(), type));
    }

    private static int nodes(TenantCluster cluster) {
        return cluster.getSpec().workers().replicas();
    }

    private static int cores(TenantCluster cluster) {
        return nodes(cluster) * cluster.getSpec().workers().machineTemplate().cpu();
    }

    private static int sum(List<TenantCluster> clusters, ToIntFunction<TenantCluster> amount) {
        return clusters.stream().mapToInt(amount).sum();
    }

    /**
     * Makes room for the next repetition. Without a namespace controller the controllers cannot finish the deletion, so that the finalizers
     * are removed here.
     */
    private void remove(String namespace) throws Exception {
        if (REPETITIONS == 1) {
            return;
        }
        client.resources(TenantCluster.class).inNamespace(namespace).delete();
        try (ExecutorService clients = Executors.newFixedThreadPool(4)) {
            for (Future<?> result : clients.invokeAll(clusters(namespace).stream()
                    .map(cluster -> Executors.callable(() -> removeFinalizers(cluster)))
                    .toList())) {
                result.get();
            }
        }
    }

    private void removeFinalizers(TenantCluster cluster) {
        try {
            client.resource(cluster)
                    .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");
        } catch (KubernetesClientException e) {
            assertThat(e.getCode()).as("deleted by the controllers").isEqualTo(404);
        }
    }
}
