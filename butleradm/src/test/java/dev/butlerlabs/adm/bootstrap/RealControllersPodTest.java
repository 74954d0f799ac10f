package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.testing.DockerCommand;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.core.testing.TestBenchTalosNode;
import dev.butlerlabs.sim.tenant.SimulatedTenants;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.RollableScalableResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The image of the controllers in a real cluster, installed by the bootstrap. Tenant clusters are reconciled to the point where Cluster API
 * takes over: only its CRDs are installed. It takes minutes; see {@link RealLocalBootstrapTest}.
 */
@Tag("process")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class RealControllersPodTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final String IMAGE = "butlerdotdev/butler-controllers";
    private static final String TAG = "test";
    private static final int PART = 10;
    private static final String FIRST = "v1.31.4";
    private static final String SECOND = "v1.31.5";
    private static final String THIRD = "v1.31.6";

    @TempDir
    private Path home;

    private TestBenchTalosNode node;
    private KubernetesClient client;

    @Test
    void reconcileThroughTheLossOfTheLeaderAndARollingUpdate() throws Exception {
        node = TestBenchCluster.requireNode();
        assumeTrue(hasImage(), "no image of the controllers; see scripts/testbench-talosnode --push");
        try (TestBenchCluster cluster = TestBenchCluster.of(
                node,
                home,
                "butlerController: {enabled: false}",
                "butlerController: {enabled: true, image: ghcr.io/%s, version: %s}".formatted(IMAGE, TAG))) {
            Path kubeconfig = cluster.bootstrap();
            try (KubernetesClient connected = new KubernetesClientBuilder()
                    .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
                    .build()) {
                client = connected;
                SimulatedTenants.installDefinitions(client);
                prepare();
                reconcileWhileControllersChange();
            }
        }
    }

    private boolean hasImage() throws IOException, InterruptedException {
        URI manifest =
                URI.create("%s/v2/%s/manifests/%s".formatted(node.registry().orElseThrow(), IMAGE, TAG));
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(manifest)
                    .header("Accept", "application/vnd.oci.image.manifest.v1+json")
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        }
    }

    private void reconcileWhileControllersChange() throws Exception {
        controllers().waitUntilReady(LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(pods()).hasSize(2);
        create(0, PART);
        awaitApplied(PART, FIRST);

        Pod leader = leader();
        int process = process(leader);
        create(PART, 2 * PART);
        assertThat(new ProcessBuilder("kill", "-9", String.valueOf(process))
                        .start()
                        .waitFor())
                .isZero();
        upgrade(2 * PART, SECOND);
        awaitApplied(2 * PART, SECOND);
        assertThat(pods()).extracting(RealControllersPodTest::restarts).containsExactlyInAnyOrder(0, 1);

        List<String> before = names(pods());
        controllers().rolling().restart();
        create(2 * PART, 3 * PART);
        upgrade(3 * PART, THIRD);
        TestAwait.upTo(LIMIT, "the rolling update")
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> pods().size() == 2 && names(pods()).stream().noneMatch(before::contains));
        awaitApplied(3 * PART, THIRD);
        assertThat(before).doesNotContain(leader().getMetadata().getName());
    }

    private RollableScalableResource<Deployment> controllers() {
        return client.apps().deployments().inNamespace("butler-system").withName("butler-controllers");
    }

    private List<Pod> pods() {
        return client.pods()
                .inNamespace("butler-system")
                .withLabelSelector(controllers().get().getSpec().getSelector())
                .list()
                .getItems();
    }

    private static int restarts(Pod pod) {
        return pod.getStatus().getContainerStatuses().getFirst().getRestartCount();
    }

    private static List<String> names(List<Pod> pods) {
        return pods.stream().map(pod -> pod.getMetadata().getName()).toList();
    }

    /** The identity in the lease ends with the name of the pod. */
    private Pod leader() {
        return TestAwait.upTo(LIMIT, "a leader")
                .until(
                        () -> {
                            String holder = client.leases()
                                    .inNamespace("butler-system")
                                    .withName("butler-controllers")
                                    .get()
                                    .getSpec()
                                    .getHolderIdentity();
                            return pods().stream()
                                    .filter(pod -> holder.endsWith(
                                            "@" + pod.getMetadata().getName()))
                                    .toList();
                        },
                        found -> found.size() == 1)
                .getFirst();
    }

    /** Returns the process on this machine that runs in the pod: its control group contains the identity of the pod. */
    private int process(Pod pod) throws IOException {
        String uid = pod.getMetadata().getUid();
        for (String line : new DockerCommand(node.engine())
                .run("top", "testbench-cp-0", "-eo", "pid,args")
                .lines()
                .filter(line -> line.contains("/butler-controllers"))
                .toList()) {
            String process = line.strip().split("\\s+", -1)[0];
            if (Files.readString(Path.of("/proc", process, "cgroup")).contains(uid)) {
                return Integer.parseInt(process);
            }
        }
        throw new AssertionError("no process of " + pod.getMetadata().getName());
    }

    private void prepare() {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace("butler-system")
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

    private void create(int from, int to) {
        for (int number = from; number < to; number++) {
            TenantCluster tenant = new TenantCluster();
            tenant.setMetadata(new ObjectMetaBuilder()
                    .withNamespace("butler-tenants")
                    .withName("tenant-" + number)
                    .build());
            tenant.setSpec(TenantClusterSpecBuilder.builder()
                    .kubernetesVersion(FIRST)
                    .providerConfigRef(new ObjectReference("harvester", "butler-system"))
                    .workers(new TenantClusterSpec.Workers(1, null))
                    .build());
            client.resource(tenant).create();
        }
    }

    private void upgrade(int tenants, String version) {
        IntStream.range(0, tenants)
                .forEach(number -> client.resources(TenantCluster.class)
                        .inNamespace("butler-tenants")
                        .withName("tenant-" + number)
                        .patch(
                                PatchContext.of(PatchType.JSON_MERGE),
                                "{\"spec\":{\"kubernetesVersion\":\"%s\"}}".formatted(version)));
    }

    /** No change is lost: every cluster has one control plane, with the last version. */
    private void awaitApplied(int tenants, String version) {
        TestAwait.upTo(LIMIT, tenants + " control planes with " + version)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> versions().stream().filter(version::equals).count() == tenants);
        assertThat(versions()).hasSize(tenants).containsOnly(version);
    }

    private List<String> versions() {
        return client
                .genericKubernetesResources("controlplane.cluster.x-k8s.io/v1alpha1", "StewardControlPlane")
                .inAnyNamespace()
                .list()
                .getItems()
                .stream()
                .map(found -> found.<String>get("spec", "version"))
                .toList();
    }
}
