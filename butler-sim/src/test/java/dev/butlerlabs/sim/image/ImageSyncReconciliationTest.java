package dev.butlerlabs.sim.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ImageSyncSpec.TransferMode;
import dev.butlerlabs.core.api.ImageSyncStatus;
import dev.butlerlabs.core.api.ImageSyncStatus.Phase;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.image.ImageFactoryClient;
import dev.butlerlabs.core.image.ImageFactorySettings;
import dev.butlerlabs.core.image.archive.ImageArchive;
import dev.butlerlabs.core.image.archive.ImageArchiveServer;
import dev.butlerlabs.core.image.archive.ImageExporter;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.retry.Sleeper;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.factory.ImageFactoryOptions;
import dev.butlerlabs.sim.factory.SimulatedImageFactory;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.infrastructure.SimulatedImage;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** ImageSyncs on simulated infrastructures, with a simulated image factory. */
@Tag("slow")
class ImageSyncReconciliationTest {
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

    private static Stream<String> providers() {
        return LongSuite.plus(List.of("harvester", "aws"), "nutanix", "proxmox");
    }

    @ParameterizedTest
    @MethodSource("providers")
    void anImageIsTransferredSharedUsedAndDeleted(String provider) {
        try (ImageWorld world = world(provider)) {
            world.create("first", world.mode());
            world.create("second", world.mode());
            ImageSyncStatus first = world.await("first", Phase.READY);
            ImageSyncStatus second = world.await("second", Phase.READY);
            assertThat(second.providerImageRef()).isEqualTo(first.providerImageRef());
            assertThat(world.factory.builds()).isEqualTo(1);
            assertOneCopy(world);

            world.machine("node-1", first.providerImageRef());
            TestAwait.upTo(LIMIT, "the machine")
                    .until(() -> world.infrastructure.machines().size() == 1);
            world.sync("first").delete();
            world.awaitGone("first");
            assertOneCopy(world);

            world.sync("second").delete();
            world.await(
                    "second",
                    "in use",
                    status -> status.conditions().stream()
                            .anyMatch(condition -> "ImageInUse".equals(condition.getReason())
                                    && condition.getMessage().contains("MachineRequest butler-system/node-1")));
            assertOneCopy(world);
            world.client
                    .resources(MachineRequest.class)
                    .inNamespace("butler-system")
                    .withName("node-1")
                    .delete();
            world.awaitGone("second");
            assertThat(world.infrastructure.images()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"harvester", "nutanix"})
    void aChangedSpecReplacesTheImage(String provider) {
        try (ImageWorld world = world(provider)) {
            world.create("talos", TransferMode.DIRECT);
            String former = world.await("talos", Phase.READY).providerImageRef();
            world.sync("talos")
                    .patch(
                            PatchContext.of(PatchType.JSON_MERGE),
                            "{\"spec\": {\"factoryRef\": {\"version\": \"v1.12.0\"}}}");

            world.await(
                    "talos",
                    "another image",
                    status -> status.phase() == Phase.READY && !former.equals(status.providerImageRef()));
            TestAwait.upTo(LIMIT, "the deletion of the former image")
                    .until(() -> world.infrastructure.images().size() == 1);
            assertThat(world.infrastructure.images().getFirst().sha256()).isNotEqualTo(Optional.of(world.checksum()));
            world.sync("talos").delete();
            world.awaitGone("talos");
            assertThat(world.infrastructure.images()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(TransferMode.class)
    void anArchiveReplacesTheFactory(TransferMode mode, @TempDir Path folder) {
        try (ImageWorld world = world("nutanix")) {
            export(world, folder);
            long downloads = world.factory.downloads();
            try (ImageArchiveServer server = ImageArchiveServer.start(
                    ImageArchive.open(folder), new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
                world.client
                        .resources(ButlerConfig.class)
                        .withName("butler")
                        .patch(
                                PatchContext.of(PatchType.JSON_MERGE),
                                "{\"spec\": {\"imageFactory\": {\"url\": \"%s\"}}}".formatted(server.url()));
                world.create("talos", mode);
                world.await("talos", Phase.READY);
            }
            assertOneCopy(world);
            assertThat(world.factory.downloads()).isEqualTo(downloads);
        }
    }

    private static void export(ImageWorld world, Path folder) {
        ImageFactorySettings settings =
                ImageFactorySettings.of(world.factory.url().toString(), Credentials.none());
        try (ImageFactoryClient client = new ImageFactoryClient(settings, Duration.ofSeconds(5))) {
            new ImageExporter(client, LIMIT, InstantSource.system(), Sleeper.SYSTEM, text -> {})
                    .export(
                            List.of(new ImageId(
                                    SimulatedImageFactory.PLAIN, ImageWorld.VERSION, "amd64", "openstack", "qcow2")),
                            folder,
                            false);
        }
    }

    @ParameterizedTest
    @MethodSource("providers")
    void aVanishedImageIsTransferredAgain(String provider) {
        try (ImageWorld world = world(provider)) {
            world.create("talos", world.mode());
            world.await("talos", Phase.READY);
            SimulatedImage before = world.infrastructure.images().getFirst();
            world.infrastructure.vanishImage(before.name());
            TestAwait.upTo(LIMIT, "the new image").until(() -> isReplaced(world, before));
            world.await("talos", Phase.READY);
            assertOneCopy(world);
        }
    }

    private static boolean isReplaced(ImageWorld world, SimulatedImage before) {
        List<SimulatedImage> now = world.infrastructure.images();
        return now.size() == 1
                && now.getFirst().isReady()
                && !now.getFirst().id().equals(before.id());
    }

    @Test
    void aFailedTransferIsRetriedUntilItSucceeds() {
        try (ImageWorld world = world("nutanix")) {
            world.factory.faults().order(FaultSpec.parse("read:truncated-body*3"));
            world.create("talos", TransferMode.DIRECT);
            world.await("talos", Phase.FAILED);
            world.await("talos", Phase.READY);
            assertOneCopy(world);
        }
    }

    @Test
    void anUnknownSchematicFailsWithTheMessageOfTheFactory() {
        try (ImageWorld world = world("nutanix")) {
            world.create("talos", TransferMode.DIRECT, "0".repeat(64));
            ImageSyncStatus status = world.await("talos", Phase.FAILED);
            assertThat(status.failureReason()).isEqualTo("NotFound");
            assertThat(status.failureMessage()).contains("returned not found").contains("butleradm image catalog");
            assertThat(world.infrastructure.images()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nutanix", "proxmox", "aws"})
    void anUploadRecordsTheChecksum(String provider) {
        try (ImageWorld world = world(provider)) {
            world.create("talos", TransferMode.PROXY);
            ImageSyncStatus status = world.await("talos", Phase.READY);
            assertThat(status.artifactSHA256()).isEqualTo(world.checksum());
            assertThat(status.artifactURL()).startsWith(world.factory.url().toString());
            assertOneCopy(world);
        }
    }

    /** The image of the interrupted upload has no content; it is replaced. */
    @ParameterizedTest
    @ValueSource(strings = {"nutanix", "proxmox", "aws"})
    void aRestartedProcessUploadsAgain(String provider) {
        try (ImageWorld world = world(provider)) {
            world.infrastructure.faults().order(FaultSpec.parse("update:truncated-body*1000"));
            world.create("talos", TransferMode.PROXY);
            TestAwait.upTo(LIMIT, "an interrupted upload")
                    .until(() -> world.infrastructure.faults().happened().containsKey(FaultKind.TRUNCATED_BODY));
            world.stop();
            assertThat(world.infrastructure.images()).noneMatch(SimulatedImage::isReady);
            world.infrastructure.faults().clear();
            world.start();
            assertThat(world.await("talos", Phase.READY).artifactSHA256()).isEqualTo(world.checksum());
            assertOneCopy(world);
        }
    }
}
