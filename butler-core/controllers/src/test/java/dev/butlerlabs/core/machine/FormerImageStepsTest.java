package dev.butlerlabs.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.ImageSyncSpec;
import dev.butlerlabs.core.api.ImageSyncSpec.TransferMode;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestSpecBuilder;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.embedded.testing.ProcessCrash;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageState;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** ImageSyncs whose spec is changed to another image. */
final class FormerImageStepsTest {
    private static final String SCHEMATIC = "a".repeat(64);
    private static final ObjectReference RACK = ProviderStepWorld.RACK;

    private final ProviderStepWorld world = new ProviderStepWorld();
    private final ImageSyncOptions options = ImageSyncOptions.standard();
    private final Map<ImageId, ImageState> images = world.infrastructure.images.states;

    @BeforeEach
    void createImageSync() {
        world.infrastructure.images.created = ready("old");
        world.store(sync("talos", "v1.12.0", RACK));
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static ImageState.Ready ready(String name) {
        return new ImageState.Ready(name, "default/" + name);
    }

    private static ImageId image(String version) {
        return new ImageId(SCHEMATIC, version, "amd64", "nocloud", "qcow2");
    }

    private static ImageSync sync(String name, String version, ObjectReference config) {
        ImageSync sync = new ImageSync();
        sync.setMetadata(new ObjectMetaBuilder()
                .withNamespace(ProviderStepWorld.NAMESPACE)
                .withName(name)
                .build());
        sync.setSpec(new ImageSyncSpec(
                new ImageSyncSpec.FactoryReference(SCHEMATIC, version, null, null),
                config,
                null,
                TransferMode.DIRECT,
                null));
        return sync;
    }

    private ImageSync stored() {
        return world.api
                .client()
                .resources(ImageSync.class)
                .inNamespace(ProviderStepWorld.NAMESPACE)
                .withName("talos")
                .get();
    }

    private ImageSyncReconciler reconciler() {
        ImageSyncRetries retries = new ImageSyncRetries(options.retries(), world.clock);
        ImageSyncSteps steps = new ImageSyncSteps(
                world.connector,
                new ProviderRegistry(List.of(world.infrastructure)),
                ScriptedArtifacts::new,
                new ImageUploads(Runnable::run),
                new ImageUsageFinder(world.api.client()),
                retries,
                options);
        return new ImageSyncReconciler(world.connector, steps, new FormerImages(world.api.client()), retries, options);
    }

    private StepResult reconcile() {
        StepResult result = ProviderStepWorld.run(reconciler().steps(), new ImageSyncReconcileContext(stored()));
        return result.reason().equals("ImageRecorded")
                ? ProviderStepWorld.run(reconciler().steps(), new ImageSyncReconcileContext(stored()))
                : result;
    }

    private StepResult delete() {
        return ProviderStepWorld.run(
                reconciler().cleanup().orElseThrow().steps(), new ImageSyncReconcileContext(stored()));
    }

    private void change(String version, ObjectReference config) {
        ImageSync changed = stored();
        changed.setSpec(sync("talos", version, config).getSpec());
        world.api.client().resource(changed).update();
        world.infrastructure.images.created = ready("new");
    }

    @Test
    void anUnchangedImageSyncHasNoFormerImage() {
        assertThat(reconcile()).isEqualTo(StepResult.done("FormerImagesDeleted", "No former image remains."));
        int writes = world.effects().count();

        reconcile();
        assertThat(world.effects().count()).as("nothing is written again").isEqualTo(writes);
        assertThat(images).containsOnlyKeys(image("v1.12.0"));
    }

    @Test
    void theFormerImageIsDeletedWhenTheNewOneIsReady() {
        reconcile();
        change("v1.12.1", RACK);

        assertThat(reconcile())
                .isEqualTo(StepResult.waiting(
                        "ImageDeleting",
                        "Former image nocloud-v1.12.0-amd64-aaaaaaaa-butler on ProviderConfig butler-system/rack: Deleting the image.",
                        options.poll()));
        assertThat(images).containsOnlyKeys(image("v1.12.1"));
        assertThat(reconcile().reason()).isEqualTo("FormerImagesDeleted");
        assertThat(FormerImages.of(stored())).isEmpty();
    }

    @Test
    void theFormerImageIsKeptUntilTheNewOneIsReady() {
        reconcile();
        change("v1.12.1", RACK);
        world.infrastructure.images.created = new ImageState.Failed("new", "ImportFailed", "The disk is full.");

        assertThat(reconcile().reason()).isEqualTo("ImportFailed");
        assertThat(images).containsKey(image("v1.12.0"));
    }

    @Test
    void aFormerImageOfAMachineIsKept() {
        reconcile();
        change("v1.12.1", RACK);
        MachineRequest machine = machine();

        assertThat(reconcile())
                .isEqualTo(StepResult.done(
                        "FormerImagesKept",
                        "Former image nocloud-v1.12.0-amd64-aaaaaaaa-butler on ProviderConfig butler-system/rack: "
                                + "In use by MachineRequest team-a/cp-0."));
        assertThat(images).hasSize(2);
        world.api.client().resource(machine).delete();
        reconcile();
        assertThat(images).containsOnlyKeys(image("v1.12.1"));
    }

    private MachineRequest machine() {
        MachineRequest machine = new MachineRequest();
        machine.setMetadata(new ObjectMetaBuilder()
                .withNamespace(ProviderStepWorld.NAMESPACE)
                .withName("cp-0")
                .build());
        machine.setSpec(MachineRequestSpecBuilder.builder()
                .providerRef(RACK)
                .machineName("cp-0")
                .role(MachineRole.CONTROL_PLANE)
                .cpu(4)
                .memoryMB(8192)
                .diskGB(40)
                .image("default/old")
                .build());
        return world.store(machine);
    }

    @Test
    void aFormerImageOfAnotherImageSyncIsKept() {
        reconcile();
        world.store(sync("other", "v1.12.0", RACK));
        change("v1.12.1", RACK);

        assertThat(reconcile().reason()).isEqualTo("FormerImagesDeleted");
        assertThat(images).containsOnlyKeys(image("v1.12.0"), image("v1.12.1"));
    }

    @Test
    void aChangeBackKeepsTheImage() {
        reconcile();
        change("v1.12.1", RACK);
        machine();
        reconcile();
        change("v1.12.0", RACK);
        reconcile();
        reconcile();

        assertThat(images).containsOnlyKeys(image("v1.12.0"));
    }

    @Test
    void anImageOnAFormerProviderConfigIsDeleted() {
        reconcile();
        world.config("other", Optional.empty());
        change("v1.12.1", new ObjectReference("other", ProviderStepWorld.PLATFORM));
        reconcile();

        assertThat(reconcile().reason()).isEqualTo("FormerImagesDeleted");
        assertThat(images).containsOnlyKeys(image("v1.12.1"));
    }

    @Test
    void aDeletedImageSyncWaitsForItsFormerImages() {
        reconcile();
        change("v1.12.1", RACK);
        MachineRequest machine = machine();
        reconcile();

        assertThat(delete().reason()).isEqualTo("ImageDeleting");
        assertThat(delete().reason()).isEqualTo("ImageInUse");
        world.api.client().resource(machine).delete();
        assertThat(delete().reason()).isEqualTo("ImageDeleting");
        assertThat(delete()).isInstanceOf(StepResult.Done.class);
        assertThat(images).isEmpty();
    }

    @Test
    void anImageIsRecordedBeforeItIsCreated() {
        world.effects().crashAfter(1);
        Assertions.assertThrows(ProcessCrash.class, this::reconcile);
        world.effects().restart();
        assertThat(images).isEmpty();
        images.put(image("v1.12.0"), ready("old"));
        change("v1.12.1", RACK);

        reconcile();
        assertThat(images).containsOnlyKeys(image("v1.12.1"));
    }

    @Test
    void linesOfOthersAreIgnored() {
        ImageSync sync = sync("talos", "v1.12.0", RACK);
        sync.getMetadata()
                .setAnnotations(Map.of(
                        Annotations.TRANSFERRED_IMAGES,
                        "\nx\nrack a b amd64 nocloud qcow2\nbutler-system/rack a v1 mips nocloud qcow2\n"));

        assertThat(FormerImages.of(sync)).isEmpty();
    }
}
