package dev.butlerlabs.core.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpecBuilder;
import dev.butlerlabs.core.api.TeamSpecResourceLimitsBuilder;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.Workers;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import dev.butlerlabs.core.testing.apiserver.TestKubeconfig;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The limit of tenant clusters of a team, enforced by a real kube-apiserver with the quota controller of Kubernetes. */
@Tag("process")
class RealApiTeamQuotaTest {
    private static final String NAME = "payments";
    private static final int CLUSTERS = 7;
    private static final int CREATES = 40;

    @Test
    void ofManyClustersCreatedAtOnceThoseWithinTheLimitAreAccepted() throws Exception {
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        try (RealApiServer server = RealApiServer.start(bench.orElseThrow());
                KubernetesClient client = new KubeConnector("butler")
                        .connect(Kubeconfig.parse(TestKubeconfig.of(server.target()), "the test"))) {
            new CustomResourceDefinitions(client)
                    .ensureYaml(CustomResourceDefinitionFiles.texts(), Duration.ofSeconds(90));
            assumeTrue(server.startControllers(), "no kube-controller-manager");
            reconcile(client);
            TestAwait.upTo(Duration.ofSeconds(60), "the quota in force")
                    .until(() -> client.resourceQuotas()
                                            .inNamespace(NAME)
                                            .withName("butler-team")
                                            .get()
                                            .getStatus()
                                    != null
                            && client.resourceQuotas()
                                            .inNamespace(NAME)
                                            .withName("butler-team")
                                            .get()
                                            .getStatus()
                                            .getHard()
                                    != null);

            assertThat(createAtOnce(client)).isEqualTo(CLUSTERS);
            assertThat(client.resources(TenantCluster.class)
                            .inNamespace(NAME)
                            .list()
                            .getItems())
                    .hasSize(CLUSTERS);
            assertThatThrownBy(() -> client.resource(cluster("late")).create())
                    .isInstanceOf(KubernetesClientException.class)
                    .hasMessageContaining("exceeded quota: butler-team");

            client.resources(TenantCluster.class).inNamespace(NAME).delete();
            TestAwait.upTo(Duration.ofSeconds(60), "room after deletion").until(() -> isAccepted(client, "again"));
        }
    }

    private static void reconcile(KubernetesClient client) {
        Team team = new Team();
        team.setMetadata(new ObjectMetaBuilder().withName(NAME).build());
        team.setSpec(TeamSpecBuilder.builder()
                .resourceLimits(TeamSpecResourceLimitsBuilder.builder()
                        .maxClusters(CLUSTERS)
                        .build())
                .build());
        Team stored = client.resource(team).create();
        TeamReconciler reconciler = new TeamReconciler(client);
        TeamReconcileContext context = reconciler.scope(stored);
        reconciler
                .steps()
                .forEach(step -> assertThat(step.body().apply(context)).isInstanceOf(StepResult.Done.class));
    }

    private static long createAtOnce(KubernetesClient client) throws Exception {
        try (ExecutorService clients = Executors.newFixedThreadPool(4)) {
            List<Callable<Boolean>> creates = IntStream.range(0, CREATES)
                    .<Callable<Boolean>>mapToObj(number -> () -> isAccepted(client, "cluster-" + number))
                    .toList();
            long accepted = 0;
            for (Future<Boolean> result : clients.invokeAll(creates)) {
                accepted += result.get() ? 1 : 0;
            }
            return accepted;
        }
    }

    /** The API server also rejects a request if too many change the quota at the same time; then the client asks again. */
    private static boolean isAccepted(KubernetesClient client, String name) {
        while (true) {
            try {
                client.resource(cluster(name)).create();
                return true;
            } catch (KubernetesClientException e) {
                if (e.getMessage().contains("exceeded quota")) {
                    return false;
                }
                if (!KubeErrorMapper.isConflict(e)) {
                    throw e;
                }
            }
        }
    }

    private static TenantCluster cluster(String name) {
        TenantCluster cluster = new TenantCluster();
        cluster.setMetadata(
                new ObjectMetaBuilder().withNamespace(NAME).withName(name).build());
        cluster.setSpec(TenantClusterSpecBuilder.builder()
                .kubernetesVersion("v1.31.4")
                .workers(new Workers(1, null))
                .build());
        return cluster;
    }
}
