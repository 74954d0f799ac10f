package dev.butlerlabs.sim.harvester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.ImageState;
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.factory.ImageFactoryOptions;
import dev.butlerlabs.sim.factory.SimulatedImageFactory;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.FaultSpec;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.io.InputStream;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class HarvesterImagesTest {
    private static final ImageId IMAGE =
            new ImageId(SimulatedImageFactory.PLAIN, "v1.12.1", "amd64", "nocloud", "qcow2");
    private static final String NAME = "nocloud-v1-12-1-amd64-37656798-butler";

    private final SimulatedImageFactory factory =
            SimulatedImageFactory.start(ImageFactoryOptions.standard().withFaults(new FaultPlan(1)));
    private final Harvester harvester = Harvester.start();
    private final ImageOperations images = harvester.infrastructure.images().orElseThrow();

    @AfterEach
    void close() {
        harvester.close();
        factory.close();
    }

    private BootImageSpec spec() {
        return spec("/image/%s/%s/%s".formatted(IMAGE.schematic(), IMAGE.version(), IMAGE.fileName()));
    }

    private BootImageSpec spec(String path) {
        return new BootImageSpec(IMAGE, IMAGE.usualName(), new ImageSource.Download(URI.create(factory.url() + path)));
    }

    private ImageState await(Class<? extends ImageState> kind) {
        return TestAwait.upTo(Harvester.LIMIT, "the image").until(() -> images.observe(IMAGE), kind::isInstance);
    }

    private void assertOneCopy() {
        assertThat(harvester.simulator.images()).singleElement().satisfies(image -> {
            assertThat(image.isReady()).isTrue();
            assertThat(image.sha256()).contains(factory.sha256(IMAGE.schematic(), IMAGE.version(), IMAGE.fileName()));
        });
    }

    @Test
    void harvesterDownloadsAnImageOnce() {
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Absent.class);
        assertThat(images.create(spec())).isInstanceOf(ImageState.Transferring.class);
        ImageState ready = await(ImageState.Ready.class);
        assertThat(ready).isEqualTo(images.create(spec()));
        assertThat(((ImageState.Ready) ready).reference()).isEqualTo("default/" + NAME);
        assertOneCopy();
    }

    @Test
    void aLostAnswerCreatesNoSecondImage() {
        harvester.order("create:lost-response@" + NAME);
        try {
            images.create(spec());
        } catch (ButlerException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.UNREACHABLE);
        }
        images.create(spec());
        await(ImageState.Ready.class);
        assertOneCopy();
    }

    @Test
    void aTruncatedDownloadIsRepeatedByHarvester() {
        factory.faults().order(FaultSpec.parse("read:truncated-body*2"));
        images.create(spec());
        await(ImageState.Ready.class);
        assertOneCopy();
    }

    @Test
    void aDownloadThatHarvesterGaveUpIsReportedAndReplaced() {
        images.create(spec("/image/none"));
        ImageState.Failed failed = (ImageState.Failed) await(ImageState.Failed.class);
        assertThat(failed.message()).contains("status code 404");
        assertThat(images.create(spec())).isInstanceOf(ImageState.Leaving.class);
        await(ImageState.Absent.class);
        images.create(spec());
        await(ImageState.Ready.class);
        assertOneCopy();
    }

    @Test
    void anImageOfAnotherOwnerIsNotTouched() {
        GenericKubernetesResource foreign = new GenericKubernetesResource();
        foreign.setApiVersion("harvesterhci.io/v1beta1");
        foreign.setKind("VirtualMachineImage");
        foreign.setMetadata(
                new ObjectMetaBuilder().withNamespace("default").withName(NAME).build());
        foreign.setAdditionalProperty("spec", Map.of("displayName", "other", "sourceType", "upload"));
        harvester.administrator.resource(foreign).create();

        ButlerException failure = catchThrowableOfType(ButlerException.class, () -> images.create(spec()));
        assertThat(failure.code()).isEqualTo(ErrorCode.FOREIGN_RESOURCE);
        images.delete(IMAGE);
        assertThat(harvester.administrator.resource(foreign).get()).isNotNull();
    }

    @Test
    void anImageWithAUsedDisplayNameIsRejected() {
        BootImageSpec taken = new BootImageSpec(IMAGE, "talos-nocloud", spec().source());
        assertThat(catchThrowableOfType(ButlerException.class, () -> images.create(taken))
                        .code())
                .isEqualTo(ErrorCode.FOREIGN_RESOURCE);
    }

    @Test
    void butlerDoesNotUploadImages() {
        assertThat(images.canUpload()).isFalse();
        BootImageSpec upload =
                new BootImageSpec(IMAGE, IMAGE.usualName(), new ImageSource.Upload(1, InputStream::nullInputStream));
        assertThat(catchThrowableOfType(ButlerException.class, () -> images.create(upload))
                        .code())
                .isEqualTo(ErrorCode.NOT_OFFERED);
    }

    @Test
    void anImageIsDeletedWhenNoVolumeUsesIt() {
        images.create(spec());
        String reference = ((ImageState.Ready) await(ImageState.Ready.class)).reference();
        harvester
                .machines()
                .create(MachineSpecBuilder.builder(Harvester.spec("cp-0"))
                        .image(Optional.of(reference))
                        .build());

        ButlerException failure = catchThrowableOfType(ButlerException.class, () -> images.delete(IMAGE));
        assertThat(failure.code()).isEqualTo(ErrorCode.NOT_READY);
        assertThat(failure).hasMessageContaining("being used by PVC default/cp-0-rootdisk");

        harvester.machines().delete(Harvester.id("cp-0"));
        harvester.awaitAbsent("cp-0");
        images.delete(IMAGE);
        images.delete(IMAGE);
        assertThat(await(ImageState.Absent.class)).isNotNull();
    }
}
