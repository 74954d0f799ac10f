package dev.butlerlabs.sim.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.machine.AutomaticImageSyncs;
import dev.butlerlabs.core.machine.ImageSyncOptions;
import dev.butlerlabs.core.machine.MachineOptions;
import dev.butlerlabs.core.machine.MachineReconcilers;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import dev.butlerlabs.core.retry.Backoff;
import dev.butlerlabs.core.tenant.ProviderConfigFinder;
import dev.butlerlabs.core.tenant.image.UnusedImageReconciler;
import dev.butlerlabs.sim.factory.ImageFactoryOptions;
import dev.butlerlabs.sim.factory.SimulatedImageFactory;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.Simulators;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tenant clusters whose images are transferred automatically, on a simulated Harvester with a simulated image factory. */
@Tag("slow")
class TenantImagesTest {
    private static final List<String> NAMESPACES = List.of("team-a", "team-b");
    private static final Pattern IMAGE = Pattern.compile("\"harvesterhci.io/imageId\":\"([^\"]+)\"");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final SimulatedImageFactory factory = SimulatedImageFactory.start(ImageFactoryOptions.standard());
    private final SimulatedInfrastructure harvester =
            Simulators.load().find("harvester").orElseThrow().start(SimulationOptions.standard());
    private final ManagementWorld world = ManagementWorld.brisk();
    private final MachineReconcilers machines = new MachineReconcilers(
            world.client(),
            ProviderRegistry.load(),
            MachineOptions.rehearsal(),
            new ImageSyncOptions(
                    Duration.ofMillis(100),
                    Duration.ofSeconds(1),
                    new Backoff(Duration.ofMillis(200), 2, Duration.ofSeconds(2), 0),
                    Duration.ofSeconds(5),
                    Optional.empty()),
            InstantSource.system());
    private ReconcilerHost host;

    @BeforeEach
    void start() {
        NAMESPACES.forEach(name -> world.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create());
        String settings = world.client().getKubernetesSerialization().asJson(harvester.settings());
        world.provider("rack", "provider: harvester, harvester: " + settings, harvester.credentials());
        ButlerConfig config = new ButlerConfig();
        config.setMetadata(new ObjectMetaBuilder().withName("butler").build());
        config.setSpec(world.client()
                .getKubernetesSerialization()
                .convertValue(
                        Map.of(
                                "defaultProviderConfigRef",
                                Map.of("name", "rack"),
                                "imageFactory",
                                Map.of(
                                        "url",
                                        factory.url().toString(),
                                        "defaultSchematicID",
                                        SimulatedImageFactory.PLAIN)),
                        ButlerConfigSpec.class));
        world.client().resource(config).create();
        List<ReconcilerDefinition<?, ?, ?>> all = new ArrayList<>(machines.all());
        all.add(new UnusedImageReconciler(world.client(), new ProviderConfigFinder(world.client())));
        host = ReconcilerHost.start(world.client(), all, ReconcilerHostOptions.standard());
    }

    @AfterEach
    void stop() {
        host.close();
        machines.close();
        world.close();
        harvester.close();
        factory.close();
    }

    @Test
    void clustersOfTwoNamespacesShareAnImageThatIsDeletedWithTheLast() {
        NAMESPACES.forEach(namespace -> create(namespace, "talos: {version: v1.12.1}"));
        TenantCluster first = awaitReady("team-a");
        TenantCluster second = awaitReady("team-b");

        ImageSync sync = syncs().getFirst();
        assertThat(syncs()).hasSize(1).allMatch(AutomaticImageSyncs::isAutomatic);
        assertThat(factory.builds()).isEqualTo(1);
        String image = sync.getStatus().providerImageRef();
        assertThat(List.of(first, second)).allSatisfy(cluster -> {
            assertThat(cluster.getStatus().imageSyncRef().name())
                    .isEqualTo(sync.getMetadata().getName());
            assertThat(images(cluster)).containsExactly(image);
            assertThat(message(cluster, "ImageReady"))
                    .isEqualTo("Image %s of ImageSync butler-system/%s is ready."
                            .formatted(image, sync.getMetadata().getName()));
        });

        delete("team-a");
        assertThat(syncs()).hasSize(1);
        delete("team-b");
        await().atMost(PATIENCE).until(() -> syncs().isEmpty());
    }

    @Test
    void anotherVersionReplacesTheImageAfterTheWorkers() {
        create("team-a", "talos: {version: v1.12.0}");
        String former = awaitReady("team-a").getStatus().imageSyncRef().name();

        cluster("team-a").patch(PatchContext.of(PatchType.JSON_MERGE), """
                        {"spec": {"workers": {"machineTemplate": {"os": {"talos": {"version": "v1.12.1"}}}}}}
                        """);
        TenantCluster changed = awaitReady("team-a");
        assertThat(changed.getStatus().imageSyncRef().name()).isNotEqualTo(former);
        await().atMost(PATIENCE)
                .until(() -> syncs().stream()
                        .noneMatch(sync -> sync.getMetadata().getName().equals(former)));
        assertThat(syncs()).hasSize(1);
    }

    @Test
    void aUserDeletesTheImageSyncOfARunningCluster() {
        create("team-a", "talos: {version: v1.12.1}");
        ImageSync deleted = get(awaitReady("team-a").getStatus().imageSyncRef().name());
        world.client().resource(deleted).delete();

        await().atMost(PATIENCE)
                .until(() -> syncs().stream()
                        .noneMatch(sync -> sync.getMetadata()
                                .getUid()
                                .equals(deleted.getMetadata().getUid())));
        await().atMost(PATIENCE).until(() -> syncs().size() == 1);
        assertThat(awaitReady("team-a").getStatus().phase()).isEqualTo(Phase.READY);
        assertThat(factory.builds()).as("the image was kept").isEqualTo(1);
        assertThat(images(awaitReady("team-a")))
                .containsExactly(deleted.getStatus().providerImageRef());
    }

    @Test
    void aFailedTransferIsShownAndRetried() {
        create("team-a", "schematicID: \"%s\", talos: {version: v9.9.9}".formatted(SimulatedImageFactory.PLAIN));

        awaitCluster(
                "team-a",
                cluster -> cluster.getStatus().phase() == Phase.FAILED
                        && message(cluster, "ImageReady").startsWith("ImageSync butler-system/rack-37656798-9-9-9-"));
        cluster("team-a").patch(PatchContext.of(PatchType.JSON_MERGE), """
                        {"spec": {"workers": {"machineTemplate": {"os": {"talos": {"version": "v1.12.1"}}}}}}
                        """);
        awaitReady("team-a");
        await().atMost(PATIENCE).until(() -> syncs().size() == 1);
    }

    private void create(String namespace, String system) {
        TenantCluster cluster = world.client()
                .getKubernetesSerialization()
                .unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: TenantCluster
                        metadata: {namespace: %s, name: demo}
                        spec:
                          kubernetesVersion: v1.31.4
                          workers: {replicas: 1, machineTemplate: {os: {type: talos, %s}}}
                        """.formatted(namespace, system), TenantCluster.class);
        world.client().resource(cluster).create();
    }

    private Resource<TenantCluster> cluster(String namespace) {
        return world.client()
                .resources(TenantCluster.class)
                .inNamespace(namespace)
                .withName("demo");
    }

    private TenantCluster awaitReady(String namespace) {
        return awaitCluster(
                namespace,
                cluster -> cluster.getStatus().phase() == Phase.READY
                        && cluster.getMetadata()
                                .getGeneration()
                                .equals(cluster.getStatus().observedGeneration()));
    }

    private TenantCluster awaitCluster(String namespace, Predicate<TenantCluster> met) {
        try {
            return cluster(namespace)
                    .waitUntilCondition(
                            cluster -> cluster != null && cluster.getStatus() != null && met.test(cluster),
                            PATIENCE.toSeconds(),
                            TimeUnit.SECONDS);
        } catch (RuntimeException e) {
            throw new AssertionError(
                    "last status: " + cluster(namespace).get().getStatus() + "; ImageSyncs: " + syncs(), e);
        }
    }

    private void delete(String namespace) {
        cluster(namespace).delete();
        cluster(namespace).waitUntilCondition(cluster -> cluster == null, PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private List<ImageSync> syncs() {
        return world.client().resources(ImageSync.class).inAnyNamespace().list().getItems();
    }

    private ImageSync get(String name) {
        return world.client()
                .resources(ImageSync.class)
                .inNamespace("butler-system")
                .withName(name)
                .get();
    }

    private static String message(TenantCluster cluster, String type) {
        return cluster.getStatus().conditions().stream()
                .filter(condition -> condition.getType().equals(type))
                .map(Condition::getMessage)
                .findFirst()
                .orElse("");
    }

    /** Returns the images in the machine templates of a cluster. */
    private List<String> images(TenantCluster cluster) {
        return world
                .parts(
                        "infrastructure.cluster.x-k8s.io/v1alpha1",
                        "KubevirtMachineTemplate",
                        cluster.getStatus().tenantNamespace())
                .stream()
                .flatMap(template -> IMAGE.matcher(
                                world.client().getKubernetesSerialization().asJson(template))
                        .results())
                .map(found -> found.group(1))
                .distinct()
                .toList();
    }
}
