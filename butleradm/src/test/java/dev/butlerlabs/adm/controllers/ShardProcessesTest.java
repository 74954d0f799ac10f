package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.tenant.SimulatedTenants;
import dev.butlerlabs.sim.tenant.TenantDelays;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Processes with the controllers that share two shards: the first contains namespace team-2, the second team-1. */
@Tag("process")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ShardProcessesTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final List<String> TEAMS = List.of("team-1", "team-2");

    @TempDir
    private Path folder;

    private final WriteRecorder recorder = new WriteRecorder();
    private EmbeddedApiServer server;
    private SimulatedTenants tenants;
    private KubernetesClient client;
    private Path kubeconfig;

    @BeforeEach
    void start() throws Exception {
        server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts()))
                .withGate(recorder));
        tenants = SimulatedTenants.startHollow(server.kubeconfig(), TenantDelays.QUICK);
        client = new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"));
        kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
        Stream.concat(Stream.of(Namespaces.SYSTEM), TEAMS.stream()).forEach(this::createNamespace);
        createProvider();
    }

    @AfterEach
    void close() {
        client.close();
        tenants.close();
        server.close();
    }

    private void createNamespace(String name) {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    private void createProvider() {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace(Namespaces.SYSTEM)
                        .withName("harvester")
                        .endMetadata()
                        .withStringData(Map.of("kubeconfig", "none"))
                        .build())
                .create();
        client.resource(client.getKubernetesSerialization().unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: ProviderConfig
                        metadata: {name: harvester, namespace: butler-system}
                        spec:
                          provider: harvester
                          credentialsRef: {name: harvester}
                          harvester: {networkName: default/lan, imageName: default/rocky}
                        """, ProviderConfig.class))
                .create();
    }

    private RunningControllers startProcess() throws Exception {
        return RunningControllers.start(kubeconfig, "--shards", "2");
    }

    private void createCluster(String team, String name) {
        client.resource(client.getKubernetesSerialization().unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: TenantCluster
                        metadata: {name: %s, namespace: %s}
                        spec:
                          kubernetesVersion: v1.31.4
                          providerConfigRef: {name: harvester, namespace: butler-system}
                          workers: {replicas: 2}
                          addons: {cni: {enabled: false}, certManager: {enabled: false}, loadBalancer: {enabled: false}}
                        """.formatted(name, team), TenantCluster.class))
                .create();
    }

    private void scale(String team, String name, int replicas) {
        client.resources(TenantCluster.class)
                .inNamespace(team)
                .withName(name)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\":{\"workers\":{\"replicas\":%d}}}".formatted(replicas));
    }

    private void awaitReady(int count) {
        TestAwait.upTo(LIMIT, "all ready")
                .until(() -> client.resources(TenantCluster.class).inAnyNamespace().list().getItems().stream()
                                .filter(cluster -> cluster.getStatus() != null
                                        && cluster.getStatus().phase() == Phase.READY)
                                .count()
                        == count);
    }

    private void awaitReplicas(int count, long replicas) {
        TestAwait.upTo(LIMIT, "all scaled")
                .until(() -> client
                                .genericKubernetesResources("cluster.x-k8s.io/v1beta1", "MachineDeployment")
                                .inAnyNamespace()
                                .list()
                                .getItems()
                                .stream()
                                .map(deployment -> deployment.<Number>get("spec", "replicas"))
                                .filter(found -> found.longValue() == replicas)
                                .count()
                        == count);
    }

    private static void awaitShards(RunningControllers process, int count) {
        TestAwait.upTo(LIMIT, "%d shards".formatted(count))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> process.shards() == count);
    }

    @Test
    @EnabledIfSystemProperty(
            named = "butler.long",
            matches = "true",
            disabledReason = "takes minutes; see scripts/test --long")
    @SuppressWarnings("try")
    void aRollingUpdateCausesNoWritesAndAKillLosesNoChange() throws Exception {
        try (RunningControllers first = startProcess();
                RunningControllers second = startProcess()) {
            awaitShards(first, 1);
            awaitShards(second, 1);
            for (String team : TEAMS) {
                createCluster(team, team + "-a");
                createCluster(team, team + "-b");
            }
            awaitReady(4);
            recorder.awaitWriteOf(first.process(), "/tenantclusters/");
            recorder.awaitWriteOf(second.process(), "/tenantclusters/");
            recorder.awaitQuiet();
            int settled = recorder.count();

            try (RunningControllers third = startProcess()) {
                assertThat(third.get("/readyz").statusCode()).isEqualTo(200);
                first.stop();
                awaitShards(third, 1);
                awaitShards(second, 1);
                TestAwait.upTo(LIMIT, "the clusters of the shard reconciled again")
                        .until(() -> third.metric("butler_reconciles_total{reconciler=\"tenant-cluster\"") >= 2);
                recorder.awaitQuiet();
                assertThat(recorder.count()).isEqualTo(settled);

                for (String team : TEAMS) {
                    scale(team, team + "-a", 3);
                    scale(team, team + "-b", 3);
                }
                second.kill();

                awaitReplicas(4, 3);
                awaitShards(third, 2);
            }
        }
    }

    /**
     * A process that was suspended does not know that another one holds its shard. Both shards belong to the other one then; the second is released again
     * when the process resumes. Runs with {@code -Dbutler.leader.suspend=true} only, for the reason of {@link TwoProcessesTest}.
     */
    @Test
    @EnabledIfSystemProperty(
            named = "butler.leader.suspend",
            matches = "true",
            disabledReason = "suspending a process runs with -Dbutler.leader.suspend=true")
    void aProcessThatWasSuspendedWritesNothingOnceTheOtherHasWritten() throws Exception {
        try (RunningControllers one = startProcess();
                RunningControllers other = startProcess()) {
            awaitShards(one, 1);
            awaitShards(other, 1);
            createCluster("team-2", "suspended");
            awaitReady(1);
            recorder.awaitQuiet();
            RunningControllers old = holdsFirstShard(one) ? one : other;
            RunningControllers next = old.equals(one) ? other : one;
            old.signal("STOP");
            scale("team-2", "suspended", 3);
            recorder.awaitWriteOf(next.process(), "suspended");
            Thread changes = Thread.ofVirtual().start(this::changeOften);
            old.signal("CONT");
            awaitShards(old, 1);
            // Time in which the process must not write.
            Thread.sleep(Duration.ofSeconds(3));
            changes.interrupt();
            changes.join();

            assertThat(holdsFirstShard(next)).isTrue();
            assertThat(recorder.writesAfterFirstOf(next.process(), old.process(), "suspended"))
                    .isEmpty();
        }
    }

    private boolean holdsFirstShard(RunningControllers process) {
        return client.leases()
                .inNamespace(Namespaces.SYSTEM)
                .withName("butler-controllers-shard-0-of-2")
                .require()
                .getSpec()
                .getHolderIdentity()
                .startsWith(process.process().pid() + "@");
    }

    private void changeOften() {
        try {
            for (int replicas = 4; !Thread.interrupted(); replicas = replicas == 4 ? 5 : 4) {
                scale("team-2", "suspended", replicas);
                // The pace of the changes.
                TimeUnit.MILLISECONDS.sleep(50);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
