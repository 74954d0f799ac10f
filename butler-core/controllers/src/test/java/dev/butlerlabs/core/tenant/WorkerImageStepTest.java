package dev.butlerlabs.core.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.ImageSyncSpec;
import dev.butlerlabs.core.api.ImageSyncSpec.TransferMode;
import dev.butlerlabs.core.api.ImageSyncStatus.Phase;
import dev.butlerlabs.core.api.ImageSyncStatusBuilder;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpecBuilder;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.embedded.testing.ProcessCrash;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.machine.AutomaticImageSyncs;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.ImageArtifact;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class WorkerImageStepTest {
    private static final String SCHEMATIC = "a".repeat(64);
    private static final String PLATFORM = "butler-system";
    private static final Map<String, ImageArtifact> ARTIFACTS = Map.of(
            "rack", new ImageArtifact("nocloud", "qcow2"), "cloud", new ImageArtifact("gcp", "raw.tar.gz", true));

    private final InMemoryKubernetes api = InMemoryKubernetes.open();
    private final WorkerImageIndex index = new WorkerImageIndex();
    private final WorkerImageStep step = new WorkerImageStep(
            api.client(), provider -> Optional.ofNullable(ARTIFACTS.get(provider)), index, TenantOptions.brisk());
    private String factory = "url: \"https://factory.example.com\"";

    @BeforeEach
    void createNamespaces() {
        for (String name : List.of(PLATFORM, "team-a", "team-b")) {
            api.client()
                    .resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(name)
                            .endMetadata()
                            .build())
                    .create();
        }
    }

    @AfterEach
    void close() {
        api.close();
    }

    private TenantReconcileContext context(String namespace, String name, String system, String provider) {
        TenantCluster cluster = api.client()
                .getKubernetesSerialization()
                .unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: TenantCluster
                        metadata: {namespace: %s, name: %s, uid: 0a1b2c3d-0000-4000-8000-000000000001}
                        spec: {kubernetesVersion: v1.31.4, workers: {replicas: 3, machineTemplate: {cpu: 8, os: {%s}}}}
                        """.formatted(namespace, name, system), TenantCluster.class);
        ProviderConfig config = new ProviderConfig();
        config.setMetadata(
                new ObjectMetaBuilder().withNamespace(PLATFORM).withName("east").build());
        config.setSpec(ProviderConfigSpecBuilder.builder().provider(provider).build());
        TenantReconcileContext context = new TenantReconcileContext(cluster);
        context.enter(config, Credentials.none(), Optional.of(platform()));
        return context;
    }

    private ButlerConfigSpec platform() {
        return api.client()
                .getKubernetesSerialization()
                .unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: ButlerConfig
                        metadata: {name: butler}
                        spec: {imageFactory: {%s}}
                        """.formatted(factory), ButlerConfig.class)
                .getSpec();
    }

    private TenantReconcileContext talos(String namespace, String name, String version) {
        return context(
                namespace,
                name,
                "type: talos, schematicID: \"%s\", talos: {version: %s}".formatted(SCHEMATIC, version),
                "rack");
    }

    private List<ImageSync> syncs() {
        return api.client().resources(ImageSync.class).inAnyNamespace().list().getItems();
    }

    private ImageSync status(ImageSync sync, ImageSyncStatusBuilder status) {
        sync.setStatus(
                status.observedGeneration(sync.getMetadata().getGeneration()).build());
        return api.client().resource(sync).updateStatus();
    }

    @Test
    void createsAnImageSyncAndWaitsForIt() {
        TenantReconcileContext scope = talos("team-a", "demo", "v1.12.1");

        StepResult.Waiting result = assertInstanceOf(StepResult.Waiting.class, step.run(scope));
        ImageSync sync = syncs().getFirst();
        assertEquals("ImageSyncPending", result.reason());
        assertEquals(
                "ImageSync butler-system/%s: waiting for the controllers."
                        .formatted(sync.getMetadata().getName()),
                result.message());
        assertEquals(TransferMode.DIRECT, sync.getSpec().transferMode());
        assertEquals(Set.of(new ObjectName("team-a", "demo")), index.users(sync));
    }

    @Test
    void showsTheProgress() {
        step.run(talos("team-a", "demo", "v1.12.1"));
        ImageSync sync = status(
                syncs().getFirst(),
                ImageSyncStatusBuilder.builder()
                        .phase(Phase.DOWNLOADING)
                        .conditions(ConditionEditor.set(
                                List.of(),
                                "ImageReady",
                                "False",
                                "ImageDownloading",
                                "Downloading the image: 40 %.",
                                1,
                                Instant.EPOCH)));

        assertEquals(
                StepResult.waiting(
                        "ImageSyncInProgress",
                        "ImageSync butler-system/%s: Downloading: Downloading the image: 40 %%."
                                .formatted(sync.getMetadata().getName()),
                        TenantOptions.brisk().recheck()),
                step.run(talos("team-a", "demo", "v1.12.1")));
    }

    @Test
    void usesTheImageWhenItIsReady() {
        step.run(talos("team-a", "demo", "v1.12.1"));
        status(
                syncs().getFirst(),
                ImageSyncStatusBuilder.builder().phase(Phase.READY).providerImageRef("default/talos"));
        TenantReconcileContext scope = talos("team-a", "demo", "v1.12.1");

        assertInstanceOf(StepResult.Done.class, step.run(scope));
        TenantCluster rendered = WorkerImage.applied(scope);
        assertEquals(
                "default/talos",
                rendered.getSpec().workers().machineTemplate().os().imageRef());
        assertEquals(8, rendered.getSpec().workers().machineTemplate().cpu());
        assertEquals(3, rendered.getSpec().workers().replicas());
        assertThat(scope.cluster().getSpec().workers().machineTemplate().os().imageRef())
                .as("the stored cluster")
                .isNull();
    }

    @Test
    void keepsTheImageWhileTheInfrastructureIsNotAvailable() {
        step.run(talos("team-a", "demo", "v1.12.1"));
        status(
                syncs().getFirst(),
                ImageSyncStatusBuilder.builder().phase(Phase.PENDING).providerImageRef("default/talos"));

        assertInstanceOf(StepResult.Done.class, step.run(talos("team-a", "demo", "v1.12.1")));
    }

    @Test
    void failsWithTheReasonOfTheImageSync() {
        step.run(talos("team-a", "demo", "v1.12.1"));
        ImageSync sync = status(
                syncs().getFirst(),
                ImageSyncStatusBuilder.builder()
                        .phase(Phase.FAILED)
                        .failureReason("ImportFailed")
                        .failureMessage("The disk is full."));

        assertEquals(
                StepResult.failed(
                        "ImportFailed",
                        "ImageSync butler-system/%s: Failed: The disk is full."
                                .formatted(sync.getMetadata().getName())),
                step.run(talos("team-a", "demo", "v1.12.1")));
    }

    @Test
    void clustersOfSeveralNamespacesShareAnImageSync() {
        step.run(talos("team-a", "demo", "v1.12.1"));
        step.run(talos("team-b", "demo", "v1.12.1"));
        step.run(talos("team-b", "other", "v1.12.0"));

        assertThat(syncs())
                .extracting(sync -> sync.getSpec().factoryRef().version())
                .containsExactlyInAnyOrder("v1.12.1", "v1.12.0");
        ImageSync shared = syncs().stream()
                .filter(sync -> sync.getSpec().factoryRef().version().equals("v1.12.1"))
                .findFirst()
                .orElseThrow();
        assertThat(index.users(shared))
                .containsExactlyInAnyOrder(new ObjectName("team-a", "demo"), new ObjectName("team-b", "demo"));
    }

    @Test
    void aProcessThatEndsAfterTheCreationLeavesOneImageSync() {
        api.effects().crashAfter(1);
        assertThrows(ProcessCrash.class, () -> step.run(talos("team-a", "demo", "v1.12.1")));
        api.effects().restart();
        int writes = api.effects().count();

        TenantReconcileContext scope = talos("team-a", "demo", "v1.12.1");
        step.run(scope);
        assertEquals(writes, api.effects().count(), "nothing is written again");
        assertThat(syncs()).hasSize(1);
        assertEquals(
                syncs().getFirst().getMetadata().getUid(),
                scope.imageSync().orElseThrow().getMetadata().getUid());
    }

    @Test
    void usesTheImageSyncOfAUser() {
        ImageSync mine = new ImageSync();
        mine.setMetadata(
                new ObjectMetaBuilder().withNamespace(PLATFORM).withName("mine").build());
        mine.setSpec(new ImageSyncSpec(
                new ImageSyncSpec.FactoryReference(SCHEMATIC, "v1.12.1", null, null),
                new ObjectReference("east", null),
                null,
                TransferMode.PROXY,
                null));
        api.client().resource(mine).create();

        assertThat(step.run(talos("team-a", "demo", "v1.12.1")).message()).startsWith("ImageSync butler-system/mine: ");
        assertThat(syncs()).hasSize(1).noneMatch(AutomaticImageSyncs::isAutomatic);
    }

    @Test
    void aFactoryWithALoginRequiresUploads() {
        TenantStepObjects.secret(api, PLATFORM, "factory", Map.of("token", "b25l"), Map.of());
        factory += ", credentialsRef: {name: factory}";
        storePlatform();

        step.run(talos("team-a", "demo", "v1.12.1"));
        assertEquals(TransferMode.PROXY, syncs().getFirst().getSpec().transferMode());
    }

    @Test
    void anInfrastructureThatCannotDownloadRequiresUploads() {
        step.run(context("team-a", "demo", "type: talos, schematicID: \"%s\"".formatted(SCHEMATIC), "cloud"));

        assertEquals(TransferMode.PROXY, syncs().getFirst().getSpec().transferMode());
        assertEquals("gcp", syncs().getFirst().getSpec().factoryRef().platform());
    }

    @Test
    void waitsForTheCredentialsOfTheFactory() {
        factory += ", credentialsRef: {name: factory}";
        storePlatform();

        StepResult.Waiting result =
                assertInstanceOf(StepResult.Waiting.class, step.run(talos("team-a", "demo", "v1.12.1")));
        assertEquals("ImageSyncPending", result.reason());
        assertThat(result.message()).contains("Secret butler-system/factory");
        assertThat(syncs()).isEmpty();
    }

    private void storePlatform() {
        ButlerConfig config = new ButlerConfig();
        config.setMetadata(new ObjectMetaBuilder().withName("butler").build());
        config.setSpec(platform());
        api.client().resource(config).create();
    }

    @Test
    void anInvalidSchematicFailsWithoutARequest() {
        int requests = api.requests().size();

        assertEquals(
                StepResult.failed(
                        "ValidationFailed",
                        "spec.workers.machineTemplate.os.schematicID: must have 64 hexadecimal digits"),
                step.run(context("team-a", "demo", "type: talos, schematicID: abc", "rack")));
        assertEquals(requests, api.requests().size());
    }

    @Test
    void otherClustersContinueWithoutARequest() {
        int requests = api.requests().size();
        TenantReconcileContext rocky = context("team-a", "demo", "type: rocky", "rack");

        assertEquals(
                StepResult.done("ImageNotAutomatic", "Only images of Talos are transferred automatically."),
                step.run(rocky));
        assertEquals(
                StepResult.done("ImageNotAutomatic", "Butler cannot import images into provider moon."),
                step.run(context("team-a", "demo", "type: talos, schematicID: \"%s\"".formatted(SCHEMATIC), "moon")));
        assertSame(rocky.cluster(), WorkerImage.applied(rocky));
        assertEquals(requests, api.requests().size());
    }

    @Test
    void passesOnTheErrorOfTheApi() {
        api.reject("imagesyncs", 403, "Forbidden");

        assertThatExceptionOfType(ButlerException.class).isThrownBy(() -> step.run(talos("team-a", "demo", "v1.12.1")));
    }

    @Test
    void aClusterThatIsBeingDeletedIsForgotten() {
        TenantReconcileContext scope = talos("team-a", "demo", "v1.12.1");
        step.run(scope);
        scope.cluster().getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
        index.forgetDeleted(scope.cluster());

        assertEquals(Set.of(), index.users(syncs().getFirst()));
    }
}
