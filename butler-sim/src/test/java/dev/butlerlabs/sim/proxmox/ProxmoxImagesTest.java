package dev.butlerlabs.sim.proxmox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.image.ImageFactoryClient;
import dev.butlerlabs.core.image.ImageFactorySettings;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.ImageState;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.factory.ImageFactoryOptions;
import dev.butlerlabs.sim.factory.SimulatedImageFactory;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class ProxmoxImagesTest {
    private static final long BYTES = 3_000_000;
    private static final ImageId IMAGE =
            new ImageId(SimulatedImageFactory.PLAIN, "v1.12.1", "amd64", "nocloud", "qcow2");
    private static final Map<String, Object> LOCAL = Map.of("imageStorage", PveInventory.IMPORT_STORAGE);

    private final FaultPlan faults = new FaultPlan(1);
    private final SimulatedImageFactory factory = SimulatedImageFactory.start(
            ImageFactoryOptions.standard().withImageBytes(BYTES).withFaults(new FaultPlan(1)));
    private final ImageFactoryClient client = new ImageFactoryClient(
            new ImageFactorySettings(factory.url(), Optional.empty(), Optional.empty()), Duration.ofSeconds(30));
    private final ProxmoxSimulator simulator =
            ProxmoxSimulator.start(SimulationOptions.standard().withFaults(faults));
    private final Proxmox proxmox = new Proxmox(simulator, Map.of(), simulator.credentials());
    private final ImageOperations images = proxmox.infrastructure.images().orElseThrow();
    private final ConnectedInfrastructure withLocalStorage =
            Proxmox.connect(simulator, LOCAL, simulator.passwordCredentials());
    private final ImageOperations localImages = withLocalStorage.images().orElseThrow();

    @AfterEach
    void close() {
        withLocalStorage.close();
        proxmox.close();
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

    private static ImageState.Ready ready(ImageOperations images) {
        return (ImageState.Ready) TestAwait.upTo(Proxmox.LIMIT, "the image")
                .until(() -> images.observe(IMAGE), ImageState.Ready.class::isInstance);
    }

    private void assertOneCopy() {
        assertThat(simulator.images()).singleElement().satisfies(image -> {
            assertThat(image.isReady()).isTrue();
            assertThat(image.sha256()).contains(factory.sha256(IMAGE.schematic(), IMAGE.version(), IMAGE.fileName()));
        });
    }

    @Test
    void proxmoxDownloadsAnImageToASharedStorageOnce() {
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Absent.class);
        assertThat(images.create(download())).isInstanceOf(ImageState.Transferring.class);
        ImageState.Ready ready = ready(images);
        assertThat(images.create(download())).isEqualTo(ready);
        assertThat(ready.reference())
                .isEqualTo("templates:import/nocloud-v1.12.1-amd64-37656798-butler.butler-%s.qcow2"
                        .formatted(IMAGE.digest()));
        assertThat(factory.downloads()).isEqualTo(1);
        assertOneCopy();
    }

    @Test
    void everyNodeDownloadsAnImageToALocalStorage() {
        localImages.create(download());
        ImageState.Ready ready = ready(localImages);
        assertThat(ready.reference()).startsWith("local:import/");
        assertThat(factory.downloads()).isEqualTo(PveInventory.NODES.size());
        assertOneCopy();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void machinesBootFromTheImageOnAnyNode(boolean isLocal) {
        ImageOperations operations = isLocal ? localImages : images;
        operations.create(download());
        String reference = ready(operations).reference();
        for (String name : List.of("cp-0", "cp-1", "cp-2")) {
            proxmox.run(Proxmox.builder(name).image(Optional.of(reference)).build());
        }
        assertThat(List.of(simulator.nodeOf("cp-0"), simulator.nodeOf("cp-1"), simulator.nodeOf("cp-2")))
                .doesNotHaveDuplicates();
    }

    @Test
    void butlerUploadsAnImage() {
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertThat(images.create(download())).isInstanceOf(ImageState.Ready.class);
        assertOneCopy();
    }

    @Test
    void butlerUploadsAnImageToEveryNodeWithAPassword() {
        assertThat(localImages.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertOneCopy();
    }

    @Test
    void anUploadContinuesWhenItsSourceIsInterrupted() {
        factory.faults().order(FaultSpec.parse("read:truncated-body*5"));
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertOneCopy();
    }

    @Test
    void anInterruptedUploadLeavesNothing() {
        faults.order(FaultSpec.parse("update:truncated-body"));
        ButlerException failure = catchThrowableOfType(ButlerException.class, () -> images.create(upload()));
        assertThat(failure.code()).isEqualTo(ErrorCode.UNREACHABLE);
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Absent.class);
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertOneCopy();
    }

    /** The node failed while it copied an uploaded file. */
    @Test
    void anIncompleteFileIsReplaced() {
        images.create(upload());
        String volume = ready(images).reference();
        simulator.vanishImage(volume);
        simulator.plantImage("pve1", volume, BYTES / 2);
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Incomplete.class);
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertOneCopy();
    }

    @Test
    void aNodeWithoutTheImageGetsItUnderTheSameName() {
        localImages.create(download());
        String volume = ready(localImages).reference();
        simulator.inventory().setOnline("pve3", false);
        simulator.vanishImage(volume);
        localImages.create(upload());
        String reference = ready(localImages).reference();
        simulator.inventory().setOnline("pve3", true);
        assertThat(localImages.observe(IMAGE)).isInstanceOf(ImageState.Incomplete.class);
        localImages.create(download());
        assertThat(ready(localImages).reference()).isEqualTo(reference);
        assertOneCopy();
    }

    @Test
    void surplusFilesAreCleanedUp() {
        images.create(upload());
        String volume = ready(images).reference();
        simulator.plantImage("pve2", volume.replace("templates:", "local:"), BYTES / 2);
        images.cleanUp(IMAGE);
        assertThat(ready(images).reference()).isEqualTo(volume);
        assertOneCopy();
    }

    @Test
    void anUploadWhoseSourceFailsSaysSo() {
        BootImageSpec broken = new BootImageSpec(IMAGE, IMAGE.usualName(), new ImageSource.Upload(BYTES, () -> {
            throw new ButlerException(ErrorCode.NOT_FOUND, "The image factory returned not found.");
        }));
        ButlerException failure = catchThrowableOfType(ButlerException.class, () -> images.create(broken));
        assertThat(failure).hasMessage("The image factory returned not found.");
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Absent.class);
    }

    @Test
    void aFileOfAnotherFormatIsRejectedByTheTask() {
        byte[] content = new byte[1000];
        BootImageSpec raw = new BootImageSpec(
                IMAGE,
                IMAGE.usualName(),
                new ImageSource.Upload(content.length, () -> new ByteArrayInputStream(content)));
        ButlerException failure = catchThrowableOfType(ButlerException.class, () -> images.create(raw));
        assertThat(failure).hasMessageContaining("imgcopy").hasMessageContaining("not in qcow2 format");
        assertThat(simulator.images()).isEmpty();
    }

    @Test
    void aLostAnswerCreatesNoSecondImage() {
        faults.order(FaultSpec.parse("create:lost-response"));
        assertThat(catchThrowableOfType(ButlerException.class, () -> images.create(download()))
                        .code())
                .isEqualTo(ErrorCode.UNREACHABLE);
        images.create(download());
        ready(images);
        assertOneCopy();
    }

    @Test
    void aLostAnswerToAnUploadCreatesNoSecondImage() {
        faults.order(FaultSpec.parse("update:lost-response"));
        assertThat(catchThrowableOfType(ButlerException.class, () -> images.create(upload()))
                        .code())
                .isEqualTo(ErrorCode.UNREACHABLE);
        ready(images);
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertOneCopy();
    }

    /** Another process has requested the download, with another name for people. */
    @Test
    void aRunningDownloadOfAnotherProcessIsAdopted() {
        BootImageSpec named =
                new BootImageSpec(IMAGE, "Talos für alle", download().source());
        images.create(named);
        try (ConnectedInfrastructure other = Proxmox.connect(simulator, Map.of(), simulator.credentials())) {
            other.images().orElseThrow().create(download());
            assertThat(ready(other.images().orElseThrow()).reference()).contains("import/Talos_f_r_alle.butler-");
        }
        assertOneCopy();
    }

    @Test
    void aFailedDownloadIsReportedAndRepeated() {
        BootImageSpec missing = new BootImageSpec(
                IMAGE, IMAGE.usualName(), new ImageSource.Download(URI.create(factory.url() + "/image/none")));
        images.create(missing);
        ImageState.Failed failed = (ImageState.Failed) TestAwait.upTo(Proxmox.LIMIT, "the failure")
                .until(() -> images.observe(IMAGE), ImageState.Failed.class::isInstance);
        assertThat(failed.message()).contains("status code 404");
        assertThat(failed.providerId()).startsWith("UPID:pve1:");
        images.create(download());
        ready(images);
        assertOneCopy();
    }

    @Test
    void aFailedDownloadThatIsDeletedIsAbsent() {
        factory.faults().order(FaultSpec.parse("read:truncated-body"));
        images.create(download());
        TestAwait.upTo(Proxmox.LIMIT, "the failure")
                .until(() -> images.observe(IMAGE), ImageState.Failed.class::isInstance);
        images.delete(IMAGE);
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Absent.class);
    }

    @Test
    void aFileWithoutTheTagIsNotTouched() {
        simulator.plantImage("pve1", "templates:import/" + IMAGE.usualName() + ".qcow2", BYTES);
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Absent.class);
        images.create(download());
        ready(images);
        images.delete(IMAGE);
        assertThat(simulator.images()).hasSize(1);
    }

    @Test
    void aMissingPrivilegeIsNamed() {
        simulator.inventory().revoke("Sys.AccessNetwork");
        ButlerException denied = catchThrowableOfType(ButlerException.class, () -> images.create(download()));
        assertThat(denied.code()).isEqualTo(ErrorCode.FORBIDDEN);
        assertThat(denied).hasMessageContaining("/nodes/pve1, Sys.AccessNetwork");
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
    }

    @Test
    void aStorageForImagesIsRequired() {
        try (ConnectedInfrastructure wrong =
                Proxmox.connect(simulator, Map.of("imageStorage", "ceph"), simulator.credentials())) {
            ButlerException failure = catchThrowableOfType(
                    ButlerException.class, () -> wrong.images().orElseThrow().create(download()));
            assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
            assertThat(failure).hasMessageContaining("No storage on the nodes pve1, pve2, pve3");
        }
    }

    @Test
    void aDeletedImageIsAbsent() {
        localImages.create(download());
        ready(localImages);
        simulator.inventory().setOnline("pve2", false);
        assertThat(catchThrowableOfType(ButlerException.class, () -> localImages.delete(IMAGE)))
                .hasMessageContaining("pve2");
        simulator.inventory().setOnline("pve2", true);
        localImages.delete(IMAGE);
        localImages.delete(IMAGE);
        assertThat(localImages.observe(IMAGE)).isInstanceOf(ImageState.Absent.class);
        assertThat(simulator.images()).isEmpty();
    }

    @Test
    void imagesAreNotResourcesOfACluster() {
        images.create(download());
        assertThat(proxmox.infrastructure.owned()).isEmpty();
    }
}
