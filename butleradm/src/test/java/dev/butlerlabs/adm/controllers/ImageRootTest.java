package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.controllers.ImageRoot.Container;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamStatus;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec;
import dev.butlerlabs.core.api.TenantClusterSpec.ManagementPolicy;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.tenant.SimulatedTenants;
import dev.butlerlabs.sim.tenant.TenantDelays;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The root file system of the controllers' image at work. Skipped without an image. */
@Tag("process")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ImageRootTest {
    private static final String TENANTS = "butler-tenants";
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration MANY_TENANTS = Duration.ofMinutes(20);
    private static final boolean OBSERVED = Boolean.getBoolean("butler.image.observe");
    private static final int KIBIBYTES_GOAL = 120 * 1024;

    @TempDir
    private Path directory;

    private ImageRoot root;
    private EmbeddedApiServer server;
    private KubernetesClient client;

    @BeforeEach
    void startApi() throws Exception {
        root = ImageRoot.unpack(directory);
        server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
        client = new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"));
        prepare();
    }

    @AfterEach
    void stopApi() {
        Stream.of(client, server).filter(Objects::nonNull).forEach(ImageRootTest::close);
    }

    private static void close(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void leadsAndIsReadyAsAnUnprivilegedUserOnAReadOnlyRoot() throws Exception {
        try (SimulatedTenants _ = SimulatedTenants.startHollow(server.kubeconfig(), TenantDelays.QUICK);
                Container container = root.start(server.kubeconfig(), List.of())) {
            TestAwait.upTo(LIMIT, "a leader").until(container::isLeading);
            TestAwait.upTo(LIMIT, "readiness")
                    .until(() -> container.get("/readyz").statusCode() == 200);

            assertThat(container.status("Uid").split("\\s+")).containsOnly("65532");
            assertThat(container.status("Gid").split("\\s+")).containsOnly("65532");
            assertThat(client.leases()
                            .inNamespace("butler-system")
                            .withName("butler-controllers")
                            .get()
                            .getSpec()
                            .getHolderIdentity())
                    .endsWith("@butler-controllers-0");
            create(1, null);
            awaitReady(1, LIMIT);
        }
    }

    @Test
    void createsTheResourcesOfATeamAndItsCluster() throws Exception {
        try (SimulatedTenants _ = SimulatedTenants.startHollow(server.kubeconfig(), TenantDelays.QUICK);
                Container container = root.start(server.kubeconfig(), List.of())) {
            TestAwait.upTo(LIMIT, "a leader").until(container::isLeading);
            String example = Files.readString(ProjectRoot.find().resolve("configs/examples/team.yaml"));
            client.resource(client.getKubernetesSerialization().unmarshal(example, Team.class))
                    .create();
            TestAwait.upTo(LIMIT, "the team").until(() -> team().phase() == TeamStatus.Phase.READY);

            String namespace = team().namespace();
            assertThat(client.rbac()
                            .roleBindings()
                            .inNamespace(namespace)
                            .list()
                            .getItems())
                    .isNotEmpty();
            assertThat(client.resourceQuotas().inNamespace(namespace).list().getItems())
                    .isNotEmpty();
            client.resource(tenant(namespace, "shop", null)).create();
            TestAwait.upTo(LIMIT, "the cluster of the team")
                    .until(() -> countReady(namespace) == 1 && team().clusterCount() == 1);
        }
    }

    private TeamStatus team() {
        return Optional.ofNullable(
                        client.resources(Team.class).withName("payments").get().getStatus())
                .orElseGet(() -> new TeamStatus(null, null, null, null, null, null, null, null, List.of()));
    }

    /**
     * Prints the resident memory; {@code -Dbutler.image.tenants=1000} is what docs/controllers-image.md lists, with {@code
     * -Dbutler.image.observe=true} for tenant clusters in mode Observe.
     */
    @Test
    @EnabledIfSystemProperty(
            named = "butler.image.tenants",
            matches = "\\d+",
            disabledReason = "measured with -Dbutler.image.tenants=NUMBER")
    void needsLittleMemoryForIdleTenants() throws Exception {
        int tenants = Integer.getInteger("butler.image.tenants");
        List<String> arguments = List.of(
                        System.getProperty("butler.image.arguments", "").split(" "))
                .stream()
                .filter(word -> !word.isEmpty())
                .toList();
        long started = System.nanoTime();
        try (SimulatedTenants _ = SimulatedTenants.startHollow(server.kubeconfig(), TenantDelays.QUICK);
                Container container = root.start(server.kubeconfig(), arguments)) {
            TestAwait.upTo(LIMIT, "a leader")
                    .pollInterval(Duration.ofMillis(20))
                    .until(container::isLeading);
            System.out.printf(
                    "leading after %d ms%n",
                    Duration.ofNanos(System.nanoTime() - started).toMillis());
            create(tenants, OBSERVED ? new ManagementPolicy(ManagementPolicy.Mode.OBSERVE) : null);
            if (OBSERVED) {
                TestAwait.upTo(MANY_TENANTS, "tenant clusters").until(() -> countReconciled() == tenants);
            } else {
                awaitReady(tenants, MANY_TENANTS);
            }
            String peak = container.status("VmHWM");
            // Garbage of the creation phase is collected by the allocations of the idle phase.
            Thread.sleep(Duration.ofSeconds(Integer.getInteger("butler.image.idle", 60)));
            System.out.printf(
                    "%d tenants: resident %s (%s without mapped files), peak %s%n",
                    tenants, container.status("VmRSS"), container.status("RssAnon"), peak);
            assertThat(Integer.parseInt(container.status("VmRSS").replaceAll("\\D", "")))
                    .isLessThan(KIBIBYTES_GOAL);
        }
    }

    private void prepare() {
        List.of("butler-system", TENANTS)
                .forEach(name -> client.resource(new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .endMetadata()
                                .build())
                        .create());
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

    private void create(int tenants, ManagementPolicy policy) {
        for (int number = 0; number < tenants; number++) {
            client.resource(tenant(TENANTS, "tenant-" + number, policy)).create();
        }
    }

    private static TenantCluster tenant(String namespace, String name, ManagementPolicy policy) {
        TenantCluster tenant = new TenantCluster();
        tenant.setMetadata(
                new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
        tenant.setSpec(TenantClusterSpecBuilder.builder()
                .kubernetesVersion("v1.31.4")
                .providerConfigRef(new ObjectReference("harvester", "butler-system"))
                .workers(new TenantClusterSpec.Workers(2, null))
                .managementPolicy(policy)
                .build());
        return tenant;
    }

    private void awaitReady(int tenants, Duration limit) throws Exception {
        TestAwait.upTo(limit, "tenant clusters")
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> countReady(TENANTS) == tenants);
    }

    private long countReconciled() {
        return client.resources(TenantCluster.class).inNamespace(TENANTS).list().getItems().stream()
                .filter(tenant ->
                        tenant.getStatus() != null && tenant.getStatus().observedGeneration() != null)
                .count();
    }

    private long countReady(String namespace) {
        return client.resources(TenantCluster.class).inNamespace(namespace).list().getItems().stream()
                .filter(tenant ->
                        tenant.getStatus() != null && tenant.getStatus().phase() == Phase.READY)
                .count();
    }
}
