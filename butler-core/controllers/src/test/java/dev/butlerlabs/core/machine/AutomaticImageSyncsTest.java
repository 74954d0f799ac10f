package dev.butlerlabs.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.ImageSyncSpec;
import dev.butlerlabs.core.api.ImageSyncSpec.TransferMode;
import dev.butlerlabs.core.api.ImageSyncStatusBuilder;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.ImageId;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AutomaticImageSyncsTest {
    private static final String PLATFORM = "butler-system";
    private static final ImageId IMAGE = new ImageId("a".repeat(64), "v1.12.1", "amd64", "nocloud", "qcow2");
    private static final ImageSyncTarget TARGET = new ImageSyncTarget(new ObjectName(PLATFORM, "rack"), IMAGE);

    private final InMemoryKubernetes api = InMemoryKubernetes.open();
    private final AutomaticImageSyncs syncs = new AutomaticImageSyncs(api.client());

    @BeforeEach
    void createNamespace() {
        api.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(PLATFORM)
                        .endMetadata()
                        .build())
                .create();
    }

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void createsAMarkedImageSyncInTheNamespaceOfTheProviderConfig() {
        ImageSync created = syncs.create(TARGET, () -> TransferMode.PROXY);

        assertThat(created.getMetadata().getNamespace()).isEqualTo(PLATFORM);
        assertThat(created.getMetadata().getName()).startsWith("rack-aaaaaaaa-1-12-1-amd64-");
        assertThat(created.getMetadata().getLabels())
                .contains(
                        Map.entry(Labels.AUTO_SYNCED, "true"),
                        Map.entry(Labels.PROVIDER_CONFIG, "rack"),
                        Map.entry(Labels.IMAGE_VERSION, "v1.12.1"));
        assertThat(created.getSpec().transferMode()).isEqualTo(TransferMode.PROXY);
        assertThat(ImageSyncTarget.of(created)).isEqualTo(TARGET);
        assertThat(AutomaticImageSyncs.isAutomatic(created)).isTrue();
    }

    @Test
    void aSecondRequestReturnsTheSame() {
        ImageSync first = syncs.create(TARGET, () -> TransferMode.DIRECT);
        ImageSync second = syncs.create(TARGET, () -> fail("the mode is needed only for a new ImageSync"));

        assertThat(second.getMetadata().getUid()).isEqualTo(first.getMetadata().getUid());
        assertThat(all()).hasSize(1);
    }

    @Test
    void aRequestThatLosesTheRaceUsesTheWinner() {
        ImageSync created = syncs.create(TARGET, () -> {
            new AutomaticImageSyncs(api.client()).create(TARGET, () -> TransferMode.PROXY);
            return TransferMode.DIRECT;
        });

        assertThat(created.getSpec().transferMode()).isEqualTo(TransferMode.PROXY);
        assertThat(all()).hasSize(1);
    }

    @Test
    void anImageSyncThatIsBeingDeletedIsReplacedUnderAnotherName() {
        ImageSync leaving = syncs.create(TARGET, () -> TransferMode.DIRECT);
        leaving.getMetadata().setFinalizers(List.of("example.com/kept"));
        api.client().resource(leaving).update();
        api.client().resource(leaving).delete();

        assertThat(syncs.find(TARGET)).isEmpty();
        ImageSync next = syncs.create(TARGET, () -> TransferMode.DIRECT);
        assertThat(next.getMetadata().getName()).isEqualTo(leaving.getMetadata().getName() + "-2");
        assertThat(syncs.find(TARGET).orElseThrow().getMetadata().getName())
                .isEqualTo(next.getMetadata().getName());
    }

    @Test
    void aNameThatIsUsedForAnotherImageIsNotTaken() {
        String name = AutomaticImageSyncs.name(TARGET, 1);
        user(name, new ImageId("b".repeat(64), "v1.12.1", "amd64", "nocloud", "qcow2"));

        assertThat(syncs.create(TARGET, () -> TransferMode.DIRECT).getMetadata().getName())
                .isEqualTo(name + "-2");
    }

    @Test
    void findsImageSyncsOfUsersWithTheSameImage() {
        user("other", new ImageId("b".repeat(64), "v1.12.1", "amd64", "nocloud", "qcow2"));
        user("mine", IMAGE);
        syncs.create(TARGET, () -> TransferMode.DIRECT);

        assertThat(syncs.find(TARGET).orElseThrow().getMetadata().getName()).isEqualTo("mine");
    }

    @Test
    void prefersAReadyImage() {
        user("mine", IMAGE);
        ImageSync ready = syncs.create(TARGET, () -> TransferMode.DIRECT);
        ready(ready, ready.getMetadata().getGeneration());

        assertThat(syncs.find(TARGET).orElseThrow().getMetadata().getName())
                .isEqualTo(ready.getMetadata().getName());
    }

    @Test
    void theImageOfAFormerSpecIsNotReady() {
        ImageSync sync = syncs.create(TARGET, () -> TransferMode.DIRECT);

        assertThat(AutomaticImageSyncs.image(sync)).isEmpty();
        assertThat(AutomaticImageSyncs.image(ready(sync, sync.getMetadata().getGeneration() - 1)))
                .isEmpty();
        assertThat(AutomaticImageSyncs.image(ready(sync, sync.getMetadata().getGeneration())))
                .contains("default/talos");
    }

    private ImageSync ready(ImageSync sync, long generation) {
        sync.setStatus(ImageSyncStatusBuilder.builder()
                .providerImageRef("default/talos")
                .observedGeneration(generation)
                .build());
        sync.getMetadata().setResourceVersion(null);
        return api.client().resource(sync).updateStatus();
    }

    @Test
    void namesOfDifferentTargetsDiffer() {
        ImageSyncTarget otherNamespace = new ImageSyncTarget(new ObjectName("team-a", "rack"), IMAGE);
        ImageSyncTarget otherFormat = new ImageSyncTarget(
                TARGET.config(), new ImageId("a".repeat(64), "v1.12.1", "amd64", "nocloud", "raw.xz"));
        ImageSyncTarget longName = new ImageSyncTarget(new ObjectName(PLATFORM, "r".repeat(100)), IMAGE);

        assertThat(AutomaticImageSyncs.name(TARGET, 1))
                .isNotEqualTo(AutomaticImageSyncs.name(otherNamespace, 1))
                .isNotEqualTo(AutomaticImageSyncs.name(otherFormat, 1));
        assertThat(AutomaticImageSyncs.name(longName, 9)).hasSizeLessThanOrEqualTo(63);
    }

    @Test
    void deletesOnlyTheVersionThatWasChecked() {
        ImageSync sync = syncs.create(TARGET, () -> TransferMode.DIRECT);
        ImageSync changed = api.client().resource(sync).edit(found -> {
            found.getMetadata().setLabels(Map.of());
            return found;
        });

        syncs.delete(sync);
        assertThat(all()).hasSize(1);
        syncs.delete(changed);
        assertThat(all()).isEmpty();
        syncs.delete(changed);
    }

    @Test
    void errorsOfTheApiAreReported() {
        api.reject("POST", 403, "Forbidden");

        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> syncs.create(TARGET, () -> TransferMode.DIRECT));
    }

    private void user(String name, ImageId image) {
        ImageSync sync = new ImageSync();
        sync.setMetadata(
                new ObjectMetaBuilder().withNamespace(PLATFORM).withName(name).build());
        sync.setSpec(new ImageSyncSpec(
                new ImageSyncSpec.FactoryReference(image.schematic(), image.version(), null, image.platform()),
                new ObjectReference("rack", null),
                image.format(),
                null,
                null));
        api.client().resource(sync).create();
    }

    private List<ImageSync> all() {
        return api.client()
                .resources(ImageSync.class)
                .inNamespace(PLATFORM)
                .list()
                .getItems();
    }

    @Test
    void anEmptyNamespaceHasNone() {
        assertThat(syncs.find(TARGET)).isEqualTo(Optional.empty());
    }
}
