package dev.butlerlabs.sim.nutanix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.image.ImageFactoryClient;
import dev.butlerlabs.core.image.ImageFactorySettings;
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
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class NutanixImagesTest {
    private static final long BYTES = 3_000_000;
    private static final ImageId IMAGE =
            new ImageId(SimulatedImageFactory.PLAIN, "v1.12.1", "amd64", "openstack", "qcow2");

    private final FaultPlan faults = new FaultPlan(1);
    private final SimulatedImageFactory factory = SimulatedImageFactory.start(
            ImageFactoryOptions.standard().withImageBytes(BYTES).withFaults(new FaultPlan(1)));
    private final ImageFactoryClient client = new ImageFactoryClient(
            new ImageFactorySettings(factory.url(), Optional.empty(), Optional.empty()), Duration.ofSeconds(30));
    private final Prism prism =
            new Prism(NutanixSimulator.start(SimulationOptions.standard().withFaults(faults)));
    private final ImageOperations images = prism.infrastructure.images().orElseThrow();

    @AfterEach
    void close() {
        prism.close();
        client.close();
        factory.close();
    }

    private BootImageSpec download() {
        return new BootImageSpec(IMAGE, IMAGE.usualName(), new ImageSource.Download(client.url(IMAGE)));
    }

    private BootImageSpec upload() {
        return new BootImageSpec(
                IMAGE, IMAGE.usualName(), new ImageSource.Upload(BYTES, () -> client.download(IMAGE, BYTES)));
    }

    private ImageState.Ready ready() {
        return (ImageState.Ready) TestAwait.upTo(Prism.LIMIT, "the image")
                .until(() -> images.observe(IMAGE), ImageState.Ready.class::isInstance);
    }

    private void assertOneCopy() {
        assertThat(prism.simulator.images()).singleElement().satisfies(image -> {
            assertThat(image.isReady()).isTrue();
            assertThat(image.sha256()).contains(factory.sha256(IMAGE.schematic(), IMAGE.version(), IMAGE.fileName()));
        });
    }

    @Test
    void prismDownloadsAnImageOnce() {
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Absent.class);
        assertThat(images.create(download())).isInstanceOf(ImageState.Transferring.class);
        ImageState.Ready ready = ready();
        assertThat(images.create(download())).isEqualTo(ready);
        assertThat(ready.reference()).isEqualTo(ready.providerId());
        assertOneCopy();
    }

    @Test
    void machinesCanUseTheImage() {
        images.create(download());
        String reference = ready().reference();
        prism.infrastructure
                .machines()
                .create(MachineSpecBuilder.builder(Prism.spec("cp-0"))
                        .image(Optional.of(reference))
                        .build());
        assertThat(prism.machines("cp-0")).isEqualTo(1);
    }

    @Test
    void butlerUploadsAnImage() {
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertOneCopy();
    }

    @Test
    void anUploadContinuesWhenItsSourceIsInterrupted() {
        factory.faults().order(FaultSpec.parse("read:truncated-body*5"));
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertOneCopy();
    }

    @Test
    void anInterruptedUploadLeavesAnIncompleteImageThatTheNextOneReplaces() {
        faults.order(FaultSpec.parse("update:truncated-body"));
        ButlerException failure = catchThrowableOfType(ButlerException.class, () -> images.create(upload()));
        assertThat(failure.code()).isEqualTo(ErrorCode.UNREACHABLE);
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Incomplete.class);
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertOneCopy();
    }

    @Test
    void anUploadWhoseSourceFailsSaysSo() {
        BootImageSpec broken = new BootImageSpec(IMAGE, IMAGE.usualName(), new ImageSource.Upload(BYTES, () -> {
            throw new ButlerException(ErrorCode.NOT_FOUND, "The image factory returned not found.");
        }));
        ButlerException failure = catchThrowableOfType(ButlerException.class, () -> images.create(broken));
        assertThat(failure).hasMessage("The image factory returned not found.");
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Incomplete.class);
    }

    @Test
    void aLostAnswerCreatesNoSecondImage() {
        faults.order(FaultSpec.parse("create:lost-response"));
        assertThat(catchThrowableOfType(ButlerException.class, () -> images.create(download()))
                        .code())
                .isEqualTo(ErrorCode.UNREACHABLE);
        images.create(download());
        ready();
        assertOneCopy();
    }

    @Test
    void aLostAnswerToAnUploadCreatesNoSecondImage() {
        faults.order(FaultSpec.parse("update:lost-response"));
        assertThat(catchThrowableOfType(ButlerException.class, () -> images.create(upload()))
                        .code())
                .isEqualTo(ErrorCode.UNREACHABLE);
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertOneCopy();
    }

    @Test
    void aFailedDownloadIsReportedAndReplaced() {
        BootImageSpec missing = new BootImageSpec(
                IMAGE, IMAGE.usualName(), new ImageSource.Download(URI.create(factory.url() + "/image/none")));
        images.create(missing);
        ImageState.Failed failed = (ImageState.Failed) TestAwait.upTo(Prism.LIMIT, "the failure")
                .until(() -> images.observe(IMAGE), ImageState.Failed.class::isInstance);
        assertThat(failed.message()).contains("status code 404");
        images.create(download());
        ready();
        assertOneCopy();
    }

    @Test
    void aTruncatedDownloadOfPrismIsReported() {
        factory.faults().order(FaultSpec.parse("read:truncated-body"));
        images.create(download());
        TestAwait.upTo(Prism.LIMIT, "the failure")
                .until(() -> images.observe(IMAGE), ImageState.Failed.class::isInstance);
        images.create(download());
        ready();
        assertOneCopy();
    }

    @Test
    void anImageOfAnotherOwnerIsNotTouched() {
        prism.simulator.plantImage(IMAGE.usualName(), "somebody else's");
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Absent.class);
        ButlerException failure = catchThrowableOfType(ButlerException.class, () -> images.create(download()));
        assertThat(failure.code()).isEqualTo(ErrorCode.FOREIGN_RESOURCE);
        images.delete(IMAGE);
        assertThat(prism.simulator.images()).hasSize(1);
    }

    /** An administrator may rename an image; the tag in its description identifies it. */
    @Test
    void anImageIsAdoptedByItsTagWhateverItsName() {
        images.create(download());
        ready();
        BootImageSpec renamed =
                new BootImageSpec(IMAGE, "another name", download().source());
        assertThat(images.create(renamed)).isEqualTo(ready());
        assertOneCopy();
    }

    @Test
    void aDeletedImageIsAbsent() {
        images.create(download());
        ready();
        images.delete(IMAGE);
        images.delete(IMAGE);
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Absent.class);
    }

    @Test
    void imagesAreNotResourcesOfACluster() {
        images.create(download());
        assertThat(prism.infrastructure.owned()).isEmpty();
    }
}
