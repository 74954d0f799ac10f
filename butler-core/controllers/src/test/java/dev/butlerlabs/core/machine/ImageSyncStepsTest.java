package dev.butlerlabs.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.ImageSyncSpec;
import dev.butlerlabs.core.api.ImageSyncSpec.TransferMode;
import dev.butlerlabs.core.api.ImageSyncStatus;
import dev.butlerlabs.core.api.ImageSyncStatus.Phase;
import dev.butlerlabs.core.api.ImageSyncStatusBuilder;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestSpecBuilder;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.ImageState;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.reconcile.Steps;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ImageSyncStepsTest {
    private static final String SCHEMATIC = "376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba";
    private static final String SHA = "66840dda154e8a113c31dd0ad32f7f3a366a80e8136979d8f5a101d3d29d6f72";
    private static final ImageState.Ready READY = new ImageState.Ready("image-1", "default/image-1");

    private final ProviderStepWorld world = new ProviderStepWorld();
    private final ScriptedArtifacts factory = new ScriptedArtifacts();
    private final ImageSyncOptions options = ImageSyncOptions.standard();
    private final ImageSyncRetries retries = new ImageSyncRetries(options.retries(), world.clock);
    /** Uploads that were started and run when the test says so. */
    private final Deque<Runnable> uploads = new ArrayDeque<>();

    private final ImageUploads running = new ImageUploads(uploads::add);

    @AfterEach
    void close() {
        world.close();
    }

    private static ImageSync sync(String name, TransferMode mode, String format) {
        ImageSync sync = new ImageSync();
        sync.setMetadata(new ObjectMetaBuilder()
                .withNamespace(ProviderStepWorld.NAMESPACE)
                .withName(name)
                .withUid("uid-of-" + name)
                .withGeneration(1L)
                .build());
        sync.setSpec(new ImageSyncSpec(
                new ImageSyncSpec.FactoryReference(SCHEMATIC, "v1.12.1", null, null),
                ProviderStepWorld.RACK,
                format,
                mode,
                null));
        return sync;
    }

    private static ImageSync direct() {
        return sync("talos", TransferMode.DIRECT, "qcow2");
    }

    private static ImageSync proxy() {
        return sync("talos", TransferMode.PROXY, "qcow2");
    }

    private ImageSyncSteps steps(ProviderStepWorld of) {
        return new ImageSyncSteps(
                of.connector,
                new ProviderRegistry(List.of(of.infrastructure)),
                () -> factory,
                running,
                new ImageUsageFinder(of.api.client()),
                retries,
                options);
    }

    private StepResult create(ImageSync sync) {
        return ProviderStepWorld.run(steps(world).creation(), new ImageSyncReconcileContext(sync));
    }

    private StepResult remove(ImageSync sync) {
        return ProviderStepWorld.run(steps(world).removal(), new ImageSyncReconcileContext(sync));
    }

    /** Reconciles once and returns the status, as the host does. */
    private ImageSyncStatus reconcile(ImageSync sync) {
        ImageSyncReconciler reconciler = new ImageSyncReconciler(
                world.connector, steps(world), new FormerImages(world.api.client()), retries, options);
        ImageSyncReconcileContext scope = reconciler.scope(sync);
        ReconcileOutcome outcome =
                new Steps<>(reconciler.steps()).run(scope, reconciler.conditions(sync), 1, world.clock.instant());
        sync.setStatus(reconciler.status(sync, scope, outcome));
        return sync.getStatus();
    }

    private void present(ImageState state) {
        world.infrastructure.images.states.put(ImageSyncReconcileContext.id(direct()), state);
    }

    private StepResult poll(String reason, String message) {
        return StepResult.waiting(reason, message, options.poll());
    }

    @Test
    void theInfrastructureDownloadsAMissingImage() {
        assertThat(create(direct())).isEqualTo(poll("ImageDownloading", "Downloading: 0 %."));

        assertThat(world.infrastructure.images.requested).singleElement().satisfies(spec -> {
            assertThat(spec.name()).isEqualTo("nocloud-v1.12.1-amd64-37656798-butler");
            assertThat(spec.source())
                    .isEqualTo(
                            new ImageSource.Download(URI.create("https://factory.example/image/nocloud-amd64.qcow2")));
        });
    }

    @Test
    void aReadyImageIsNotRequestedAgain() {
        present(READY);

        assertThat(create(direct())).isEqualTo(StepResult.done("ImageReady", "Image default/image-1 is ready."));

        assertThat(factory.prepared).isZero();
        assertThat(world.infrastructure.calls).containsExactly("observe");
    }

    @Test
    void waitsWhileTheFactoryBuilds() {
        factory.failure = Optional.of(new ButlerException(ErrorCode.TIMEOUT, "Timed out."));

        assertThat(create(direct()))
                .isEqualTo(poll("ImageBuilding", "The image factory is building the image. This takes a few minutes."));
        assertThat(world.infrastructure.calls).containsExactly("observe");
    }

    @Test
    void aVanishedImageIsTransferredAgain() {
        present(READY);
        ImageSync sync = direct();
        assertThat(reconcile(sync).phase()).isEqualTo(Phase.READY);
        world.infrastructure.images.states.clear();

        ImageSyncStatus status = reconcile(sync);

        assertThat(status.phase()).isEqualTo(Phase.DOWNLOADING);
        assertThat(status.providerImageRef()).isNull();
        assertThat(status.artifactURL()).isEqualTo("https://factory.example/image/nocloud-amd64.qcow2");
    }

    @Test
    void thePhaseFollowsTheSteps() {
        ImageSync sync = proxy();
        factory.failure = Optional.of(new ButlerException(ErrorCode.TIMEOUT, "Timed out."));
        assertThat(reconcile(sync).phase()).isEqualTo(Phase.BUILDING);
        factory.failure = Optional.empty();
        assertThat(reconcile(sync).phase()).isEqualTo(Phase.UPLOADING);
        uploads.remove().run();
        ImageSyncStatus status = reconcile(sync);
        assertThat(status.phase()).isEqualTo(Phase.READY);
        assertThat(status.providerImageRef()).isEqualTo("default/image-1");
        assertThat(status.artifactSHA256()).isEqualTo(SHA);
        assertThat(reconcile(sync).artifactSHA256()).as("kept").isEqualTo(SHA);
    }

    @Test
    void theStatusOfAnotherSpecIsNotKept() {
        ImageSync sync = proxy();
        reconcile(sync);
        uploads.remove().run();
        assertThat(reconcile(sync).artifactSHA256()).isEqualTo(SHA);
        sync.setStatus(ImageSyncStatusBuilder.builder(sync.getStatus())
                .observedGeneration(0L)
                .build());

        assertThat(reconcile(sync).artifactSHA256()).isNull();
    }

    @Test
    void anUploadRunsOnceAndShowsItsProgress() {
        assertThat(create(proxy())).isEqualTo(poll("ImageUploading", "Uploading the image."));
        assertThat(create(proxy())).isEqualTo(poll("ImageUploading", "Uploading the image: 0 %."));
        assertThat(uploads).hasSize(1);
    }

    /** Two ImageSyncs of one image share the upload. */
    @Test
    void anotherSyncOfTheSameImageStartsNoSecondUpload() {
        create(proxy());
        create(sync("other", TransferMode.PROXY, "qcow2"));
        assertThat(uploads).hasSize(1);
        uploads.remove().run();
        assertThat(create(proxy()).reason()).isEqualTo("ImageReady");
        assertThat(create(sync("other", TransferMode.PROXY, "qcow2")).reason()).isEqualTo("ImageReady");
        assertThat(world.infrastructure.images.requested).hasSize(1);
    }

    @Test
    void anInterruptedUploadStartsAgain() {
        create(proxy());
        world.infrastructure.failure = Optional.of(new ButlerException(ErrorCode.UNREACHABLE, "No answer."));
        uploads.remove().run();
        world.infrastructure.failure = Optional.empty();
        present(new ImageState.Incomplete("image-1"));
        assertThatThrownBy(() -> create(proxy())).hasMessage("No answer.");
        assertThat(create(proxy()).reason()).isEqualTo("ImageUploading");
        uploads.remove().run();
        assertThat(create(proxy()).reason()).isEqualTo("ImageReady");
    }

    @Test
    void anImageWithAnotherChecksumThanPublishedIsDeleted() {
        factory.published = Optional.of("0".repeat(64));
        create(proxy());
        uploads.remove().run();

        assertThat(create(proxy()).message()).contains("does not match the SHA-256");
        assertThat(world.infrastructure.images.states).isEmpty();
    }

    @Test
    void aFailureAfterTheUploadKeepsTheChecksum() {
        ImageSync sync = proxy();
        reconcile(sync);
        world.infrastructure.images.failureAfterCreation =
                Optional.of(new ButlerException(ErrorCode.UNREACHABLE, "No answer."));
        uploads.remove().run();
        reconcile(sync);

        ImageSyncStatus status = reconcile(sync);

        assertThat(status.phase()).isEqualTo(Phase.READY);
        assertThat(status.artifactSHA256()).isEqualTo(SHA);
    }

    @Test
    void aFailureAfterTheUploadStillVerifiesTheChecksum() {
        factory.published = Optional.of("0".repeat(64));
        create(proxy());
        world.infrastructure.images.failureAfterCreation =
                Optional.of(new ButlerException(ErrorCode.UNREACHABLE, "No answer."));
        uploads.remove().run();

        assertThat(create(proxy()).message()).contains("does not match the SHA-256");
        assertThat(world.infrastructure.images.states).isEmpty();
    }

    @Test
    void aFailedImageIsReportedThenReplacedAfterAPause() {
        ImageSync sync = direct();
        present(new ImageState.Failed("image-0", "ImageImportFailed", "No space."));

        ImageSyncStatus status = reconcile(sync);
        assertThat(status.phase()).isEqualTo(Phase.FAILED);
        assertThat(status.failureReason()).isEqualTo("ImageImportFailed");
        assertThat(status.failureMessage()).isEqualTo("No space.");
        assertThat(retries.delay(sync)).contains(Duration.ofSeconds(30));
        world.clock.pass(31);
        assertThat(retries.delay(sync)).isEmpty();

        assertThat(reconcile(sync).phase()).isEqualTo(Phase.DOWNLOADING);
        assertThat(world.infrastructure.images.requested).hasSize(1);
        assertThat(sync.getStatus().failureReason()).isNull();
    }

    @Test
    void thePauseGrowsWithEveryFailureAndEndsWithSuccess() {
        ImageSync sync = direct();
        factory.failure = Optional.of(new ButlerException(ErrorCode.NOT_FOUND, "No such schematic."));
        for (Duration expected : List.of(
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                Duration.ofSeconds(120),
                Duration.ofSeconds(240),
                Duration.ofSeconds(480),
                Duration.ofMinutes(10),
                Duration.ofMinutes(10))) {
            assertThat(reconcile(sync).phase()).isEqualTo(Phase.FAILED);
            assertThat(retries.delay(sync)).contains(expected);
        }
        assertThat(sync.getStatus().failureMessage()).startsWith("No such schematic.");
        sync.getMetadata().setGeneration(2L);
        assertThat(retries.delay(sync)).as("a changed spec is tried at once").isEmpty();
        sync.getMetadata().setGeneration(1L);
        present(READY);
        reconcile(sync);
        assertThat(retries.delay(sync)).isEmpty();
    }

    @Test
    void aTransientFailureIsNotAFailedImage() {
        factory.failure = Optional.of(new ButlerException(ErrorCode.UNREACHABLE, "No answer."));
        ImageSync sync = direct();
        assertThat(reconcile(sync).phase()).isEqualTo(Phase.BUILDING);
        assertThat(retries.delay(sync)).isEmpty();
    }

    @Test
    void aFormatThatTheInfrastructureCannotImportIsRejected() {
        StepResult result = create(sync("talos", TransferMode.DIRECT, "raw.xz"));
        assertThat(result)
                .isEqualTo(StepResult.failed(
                        "ImageSyncFailed", "Memory cannot import images in format raw.xz. Set spec.format to qcow2."));
        assertThat(world.infrastructure.calls).isEmpty();
    }

    @Test
    void aFactoryWithLoginNeedsProxyMode() {
        factory.requiresLogin = true;
        assertThat(create(direct()).message()).contains("Set spec.transferMode to proxy");
        assertThat(create(proxy()).reason()).isEqualTo("ImageUploading");
    }

    @Test
    void anInfrastructureWithoutUploadsNeedsDirectMode() {
        world.infrastructure.images.canUpload = false;
        assertThat(create(proxy()).message()).contains("Set spec.transferMode to direct");
    }

    @Test
    void anInfrastructureThatCannotDownloadRequiresAnUpload() {
        world.infrastructure.uploadsOnly = true;
        assertThat(create(direct()).message())
                .contains(
                        "cannot download images", "Set spec.transferMode to proxy, so that Butler uploads the image.");
        assertThat(create(proxy()).reason()).isEqualTo("ImageUploading");
    }

    /** A process can end after the infrastructure has imported the image and before the uploaded file is deleted. */
    @Test
    void temporaryResourcesAreDeletedWhenTheImageIsReadyAndNotBefore() {
        present(new ImageState.Incomplete("image-1"));
        create(proxy());
        assertThat(world.infrastructure.images.cleaned).isEmpty();
        uploads.remove().run();
        assertThat(create(proxy()).reason()).isEqualTo("ImageReady");
        assertThat(world.infrastructure.images.cleaned).hasSize(1);
    }

    /** An upload ends when the infrastructure has imported its content, which can take minutes. */
    @Test
    void showsThatTheInfrastructureImportsAnUpload() {
        assertThat(create(proxy()).reason()).isEqualTo("ImageUploading");
        present(new ImageState.Transferring("image-1", OptionalInt.empty(), "Google Cloud is importing the image"));
        assertThat(create(proxy())).isEqualTo(poll("ImageDownloading", "Google Cloud is importing the image."));
        uploads.remove().run();
        assertThat(create(proxy()).reason()).isEqualTo("ImageReady");
    }

    @Test
    void anInfrastructureWithoutImagesIsReported() {
        world.infrastructure.offersImages = false;
        assertThat(create(direct()).message()).contains("cannot import images");
        assertThat(remove(direct()).reason()).isEqualTo("ImageDeleted");
    }

    @Test
    void anImageOfAnotherOwnerFailsTheSync() {
        world.infrastructure.failure =
                Optional.of(new ButlerException(ErrorCode.FOREIGN_RESOURCE, "Another image.", "Rename."));
        assertThat(create(direct())).isEqualTo(StepResult.failed("ImageSyncFailed", "Another image. Rename."));
    }

    @Test
    void aDeletedSyncDeletesItsImage() {
        present(READY);
        assertThat(remove(direct())).isEqualTo(poll("ImageDeleting", "Deleting the image."));
        assertThat(remove(direct())).isEqualTo(StepResult.done("ImageDeleted", "Image deleted."));
    }

    @Test
    void aSharedImageIsKeptForTheOtherSync() {
        present(READY);
        world.store(withoutUid(sync("other", TransferMode.DIRECT, "qcow2")));

        assertThat(remove(direct()).reason()).isEqualTo("ImageShared");

        assertThat(world.infrastructure.images.states).hasSize(1);
    }

    private static ImageSync withoutUid(ImageSync sync) {
        sync.getMetadata().setUid(null);
        return sync;
    }

    @Test
    void anImageOfAMachineIsKeptUntilTheMachineIsDeleted() {
        present(READY);
        MachineRequest machine = machine(ProviderStepWorld.NAMESPACE, "cp-0");

        assertThat(remove(direct()))
                .isEqualTo(StepResult.waiting(
                        "ImageInUse", "In use by MachineRequest team-a/cp-0.", world.options.failedRecheck()));
        world.api.client().resource(machine).delete();
        assertThat(remove(direct()).reason()).isEqualTo("ImageDeleting");
    }

    /** The author of an ImageSync must not learn the names of objects in other namespaces. */
    @Test
    void machinesOfOtherNamespacesAreCountedOnly() {
        present(READY);
        machine(ProviderStepWorld.PLATFORM, "secret-name");

        assertThat(remove(direct()).message()).isEqualTo("In use by an object of another namespace.");
    }

    /** Any user of the platform can create such objects; they must not block the deletion of images. */
    @Test
    void objectsWithoutASpecDoNotUseAnImage() {
        present(READY);
        for (String kind : List.of("MachineRequest", "ImageSync", "TenantCluster")) {
            world.api
                    .client()
                    .resource(new GenericKubernetesResourceBuilder()
                            .withApiVersion("butler.butlerlabs.dev/v1alpha1")
                            .withKind(kind)
                            .withNewMetadata()
                            .withNamespace(ProviderStepWorld.NAMESPACE)
                            .withName("empty")
                            .endMetadata()
                            .build())
                    .create();
        }

        assertThat(remove(direct()).reason()).isEqualTo("ImageDeleting");
    }

    private MachineRequest machine(String namespace, String name) {
        MachineRequest machine = new MachineRequest();
        machine.setMetadata(
                new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
        machine.setSpec(MachineRequestSpecBuilder.builder()
                .providerRef(new ObjectReference("rack", ProviderStepWorld.PLATFORM))
                .machineName(name)
                .role(MachineRole.CONTROL_PLANE)
                .cpu(4)
                .memoryMB(8192)
                .diskGB(40)
                .image("default/image-1")
                .build());
        return world.store(machine);
    }

    @Test
    void createsOneImageAfterACrash() {
        assertThat(CrashPositions.check(ProviderStepWorld::new, started -> {
                    started.restart();
                    ProviderStepWorld.run(steps(started).creation(), new ImageSyncReconcileContext(direct()));
                }))
                .isEqualTo(1);
    }

    @Test
    void theProgressOfTheInfrastructureIsShown() {
        present(new ImageState.Transferring("image-1", OptionalInt.of(34), "Harvester is downloading the image"));
        assertThat(create(direct())).isEqualTo(poll("ImageDownloading", "Harvester is downloading the image: 34 %."));
    }
}
