package dev.butlerlabs.sim.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ImageSyncSpec.TransferMode;
import dev.butlerlabs.core.api.ImageSyncStatus;
import dev.butlerlabs.core.api.ImageSyncStatus.Phase;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.factory.ImageFactoryOptions;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.infrastructure.SimulatedImage;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ImageSyncs on infrastructures that need temporary resources for an upload. */
@Tag("slow")
class UploadedImagesTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static ImageWorld world(String provider) {
        return new ImageWorld(provider, ImageFactoryOptions.standard());
    }

    private static void assertOneCopy(ImageWorld world) {
        assertThat(world.infrastructure.images()).singleElement().satisfies(image -> {
            assertThat(image.isReady()).isTrue();
            assertThat(image.sha256()).contains(world.receivedChecksum());
        });
    }

    private static void awaitNothingLeft(ImageWorld world) {
        TestAwait.upTo(LIMIT, "temporary resources deleted")
                .until(() -> world.infrastructure.leftovers().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"gcp", "azure"})
    void anImageIsSharedTransferredAgainAndDeleted(String provider) {
        try (ImageWorld world = world(provider)) {
            world.create("first", TransferMode.PROXY);
            world.create("second", TransferMode.PROXY);
            ImageSyncStatus first = world.await("first", Phase.READY);
            assertThat(world.await("second", Phase.READY).providerImageRef()).isEqualTo(first.providerImageRef());
            assertOneCopy(world);
            awaitNothingLeft(world);

            world.infrastructure.vanishImage(
                    world.infrastructure.images().getFirst().name());
            TestAwait.upTo(LIMIT, "the new image")
                    .until(() -> world.infrastructure.images().stream().anyMatch(SimulatedImage::isReady));
            assertOneCopy(world);

            world.sync("first").delete();
            world.awaitGone("first");
            assertOneCopy(world);
            world.sync("second").delete();
            world.awaitGone("second");
            assertThat(world.infrastructure.images()).isEmpty();
            awaitNothingLeft(world);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gcp", "azure"})
    void aRestartedProcessUploadsAgainAndLeavesNothing(String provider) {
        try (ImageWorld world = world(provider)) {
            interrupt(world);
            world.stop();
            assertThat(world.infrastructure.images()).noneMatch(SimulatedImage::isReady);
            world.infrastructure.faults().clear();
            world.start();
            assertThat(world.await("talos", Phase.READY).artifactSHA256()).isEqualTo(world.checksum());
            assertOneCopy(world);
            awaitNothingLeft(world);
        }
    }

    private static void interrupt(ImageWorld world) {
        world.infrastructure.faults().order(FaultSpec.parse("update:truncated-body*1000"));
        world.create("talos", TransferMode.PROXY);
        TestAwait.upTo(LIMIT, "an interrupted upload")
                .until(() -> world.infrastructure.faults().happened().containsKey(FaultKind.TRUNCATED_BODY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gcp", "azure"})
    void anImageSyncThatIsDeletedDuringAnUploadLeavesNothing(String provider) {
        try (ImageWorld world = world(provider)) {
            interrupt(world);
            world.sync("talos").delete();
            world.awaitGone("talos");
            assertThat(world.infrastructure.images()).isEmpty();
            awaitNothingLeft(world);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gcp", "azure"})
    void theModeDirectIsRejectedWithWhatToDo(String provider) {
        try (ImageWorld world = world(provider)) {
            world.create("talos", TransferMode.DIRECT);
            ImageSyncStatus status = world.await("talos", Phase.FAILED);
            assertThat(status.failureMessage()).contains("cannot download images", "Set spec.transferMode to proxy");
            assertThat(world.infrastructure.images()).isEmpty();
        }
    }
}
