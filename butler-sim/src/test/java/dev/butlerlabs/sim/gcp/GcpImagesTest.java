package dev.butlerlabs.sim.gcp;

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
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.factory.ImageFactoryOptions;
import dev.butlerlabs.sim.factory.SimulatedImageFactory;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class GcpImagesTest {
    /** Two chunks of an upload. */
    private static final long BYTES = 9_000_000;

    private static final ImageId IMAGE =
            new ImageId(SimulatedImageFactory.PLAIN, "v1.12.1", "amd64", "gcp", "raw.tar.gz");
    private static final String NAME = "gcp-v1-12-1-amd64-37656798-butler";
    private static final String OBJECT = "butler-images/" + IMAGE.digest() + ".tar.gz";
    private static final Map<String, String> LABELS =
            Map.of("butler-managed-by", "butler", "butler-image", IMAGE.digest());

    private final FaultPlan faults = new FaultPlan(1);
    private final SimulatedImageFactory factory = SimulatedImageFactory.start(
            ImageFactoryOptions.standard().withImageBytes(BYTES).withFaults(new FaultPlan(1)));
    private final ImageFactoryClient client = new ImageFactoryClient(
            new ImageFactorySettings(factory.url(), Optional.empty(), Optional.empty()), Duration.ofSeconds(30));
    private final GcpProject project =
            new GcpProject(GcpSimulator.start(SimulationOptions.standard().withFaults(faults)), Map.of());
    private final ImageOperations images = project.infrastructure.images().orElseThrow();

    @AfterEach
    void close() {
        project.close();
        client.close();
        factory.close();
    }

    private BootImageSpec upload() {
        long length = client.prepare(IMAGE);
        return new BootImageSpec(
                IMAGE, IMAGE.usualName(), new ImageSource.Upload(length, () -> client.download(IMAGE, length)));
    }

    private ButlerException failure() {
        return catchThrowableOfType(ButlerException.class, () -> images.create(upload()));
    }

    /** Exactly one image with the content of the factory, and no object. */
    private void assertOneCopy() {
        assertThat(project.simulator.images()).singleElement().satisfies(image -> {
            assertThat(image.isReady()).isTrue();
            assertThat(image.sha256()).contains(factory.sha256(IMAGE.schematic(), IMAGE.version(), IMAGE.fileName()));
        });
        assertThat(project.simulator.leftovers()).isEmpty();
    }

    @Test
    void butlerUploadsAnImageThatMachinesCanUse() {
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Absent.class);
        ImageState ready = images.create(upload());
        String path = "projects/butler-simulated/global/images/" + NAME;
        assertThat(ready).isEqualTo(new ImageState.Ready(path, path));
        assertThat(images.observe(IMAGE)).isEqualTo(ready);
        assertThat(images.create(upload())).isEqualTo(ready);
        assertOneCopy();

        project.run(MachineSpecBuilder.builder(GcpProject.spec("cp-0"))
                .image(Optional.of(path))
                .build());
        assertThat(project.infrastructure.owned())
                .noneMatch(resource -> resource.name().equals(NAME));
    }

    @Test
    void theBucketOfButlerIsCreatedOnceAndKept() {
        faults.order(FaultSpec.parse("create:lost-response"));
        assertThat(failure().code()).isEqualTo(ErrorCode.UNREACHABLE);
        images.create(upload());
        images.delete(IMAGE);
        awaitAbsent();
        images.create(upload());
        assertThat(project.simulator.storage().bucketNames())
                .singleElement()
                .satisfies(name -> assertThat(name).matches("butler-images-[0-9a-f]{32}"));
        assertOneCopy();
    }

    @Test
    void anUploadContinuesWhenItsSourceIsInterrupted() {
        factory.faults().order(FaultSpec.parse("read:truncated-body*5"));
        images.create(upload());
        assertOneCopy();
    }

    /** Each interruption loses less than a chunk, so that few bytes are sent again. */
    @Test
    void anInterruptedUploadContinuesAtTheStoredByte() {
        faults.order(FaultSpec.parse("update:truncated-body*4"));
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertThat(faults.happened()).isNotEmpty();
        assertThat(factory.downloads()).as("downloads of the image").isEqualTo(1);
        assertOneCopy();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "update:lost-response*3",
                "update:throttle*2",
                "update:error-storm",
                "update:refuse*2",
                "list:throttle"
            })
    void anUploadContinuesAfterFailuresOfCloudStorage(String fault) {
        faults.order(FaultSpec.parse(fault));
        TestAwait.upTo(GcpProject.LIMIT, "the image")
                .ignoreExceptionsMatching(GcpProject::isTransient)
                .until(() -> images.create(upload()), ImageState.Ready.class::isInstance);
        assertOneCopy();
    }

    @Test
    void aLostAnswerToTheImportCreatesNoSecondImage() {
        faults.order(FaultSpec.parse("create:lost-response@" + NAME));
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertOneCopy();
    }

    /** As after a crash between the upload and the import. */
    @Test
    void anObjectWithoutAnImageIsAnIncompleteUploadThatTheNextOneReplaces() {
        faults.order(FaultSpec.parse("create:refuse@" + NAME + "*3"));
        assertThat(failure().code()).isEqualTo(ErrorCode.UNREACHABLE);
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Incomplete.class);
        assertThat(project.simulator.leftovers()).hasSize(1);
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertOneCopy();
    }

    @Test
    void anIncompleteUploadCanBeDeleted() {
        faults.order(FaultSpec.parse("create:refuse@" + NAME + "*3"));
        failure();
        images.delete(IMAGE);
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Absent.class);
        assertThat(project.simulator.leftovers()).isEmpty();
    }

    /** As after a crash between the import and the deletion of the object. */
    @Test
    void anObjectThatIsLeftAfterTheImportIsCleanedUp() {
        faults.order(FaultSpec.parse("delete:refuse@" + OBJECT + "*3"));
        assertThat(failure().code()).isEqualTo(ErrorCode.UNREACHABLE);
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Ready.class);
        assertThat(project.simulator.leftovers()).hasSize(1);
        images.cleanUp(IMAGE);
        images.cleanUp(IMAGE);
        assertOneCopy();
    }

    @Test
    void contentThatIsNoDiskArchiveIsReportedAndLeavesNothing() {
        byte[] content = new byte[300_000];
        BootImageSpec broken = new BootImageSpec(
                IMAGE,
                IMAGE.usualName(),
                new ImageSource.Upload(content.length, () -> new ByteArrayInputStream(content)));
        ButlerException failure = catchThrowableOfType(ButlerException.class, () -> images.create(broken));
        assertThat(failure)
                .hasMessageContaining("Google Cloud failed to import the image " + NAME)
                .hasMessageContaining("not a valid gzip file");
        assertThat(project.simulator.images()).isEmpty();
        assertThat(project.simulator.leftovers()).isEmpty();
    }

    @Test
    void aSourceThatEndsEarlyOrFailsIsReported() {
        BootImageSpec shorter = new BootImageSpec(
                IMAGE,
                IMAGE.usualName(),
                new ImageSource.Upload(BYTES, () -> new ByteArrayInputStream(new byte[300_000])));
        assertThat(catchThrowableOfType(ButlerException.class, () -> images.create(shorter)))
                .hasMessageContaining("ended before its announced length");
        BootImageSpec missing = new BootImageSpec(IMAGE, IMAGE.usualName(), new ImageSource.Upload(BYTES, () -> {
            throw new ButlerException(ErrorCode.NOT_FOUND, "The image factory returned not found.");
        }));
        assertThat(catchThrowableOfType(ButlerException.class, () -> images.create(missing)))
                .hasMessage("The image factory returned not found.");
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Absent.class);
    }

    @Test
    void aFailedImageIsReportedAndReplaced() {
        project.simulator.plantImage(NAME, "FAILED", LABELS);
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Failed.class);
        assertThat(images.create(upload())).isInstanceOf(ImageState.Leaving.class);
        awaitAbsent();
        images.create(upload());
        assertOneCopy();
    }

    @Test
    void anImageThatIsBeingImportedIsWaitedFor() {
        project.simulator.plantImage(NAME, "PENDING", LABELS);
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Transferring.class);
        assertThat(images.create(upload())).isInstanceOf(ImageState.Transferring.class);
        assertThat(factory.downloads()).isZero();
    }

    @Test
    void anImageOfAnotherOwnerIsNotTouched() {
        project.simulator.plantImage(NAME, "READY", Map.of("team", "another"));
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Absent.class);
        assertThat(failure().code()).isEqualTo(ErrorCode.FOREIGN_RESOURCE);
        images.delete(IMAGE);
        assertThat(project.simulator.images()).hasSize(1);
        assertThat(factory.downloads()).as("nothing is uploaded").isZero();
    }

    @Test
    void anImageIsAdoptedByItsLabelsWhateverItsName() {
        images.create(upload());
        BootImageSpec renamed = new BootImageSpec(IMAGE, "Another name", upload().source());
        assertThat(images.create(renamed)).isEqualTo(images.observe(IMAGE));
        assertOneCopy();
    }

    @Test
    void aDeletedImageIsAbsent() {
        images.create(upload());
        images.delete(IMAGE);
        images.delete(IMAGE);
        awaitAbsent();
        assertThat(project.simulator.images()).isEmpty();
    }

    private void awaitAbsent() {
        TestAwait.upTo(GcpProject.LIMIT, "the image deleted")
                .until(() -> images.observe(IMAGE), ImageState.Absent.class::isInstance);
    }

    /** Names of buckets are unique among all projects: another project could wait for images in a bucket with our name. */
    @Test
    void aBucketOfAnotherProjectIsNeverUsed() {
        images.create(upload());
        String name = project.simulator.storage().bucketNames().getFirst();
        images.delete(IMAGE);
        awaitAbsent();
        project.simulator.storage().deleteBucket(name);
        project.simulator.storage().plantForeign(name);

        ButlerException failure = failure();

        assertThat(failure.code()).isEqualTo(ErrorCode.FOREIGN_RESOURCE);
        assertThat(failure.hint()).contains("imageBucket");
        assertThat(factory.downloads()).isEqualTo(1);
    }

    @Test
    void theBucketInTheSettingsIsUsed() {
        try (ConnectedInfrastructure other =
                project.connect(Map.of("imageBucket", "team-images"), project.simulator.credentials())) {
            ImageOperations inBucket = other.images().orElseThrow();
            ButlerException missing = catchThrowableOfType(ButlerException.class, () -> inBucket.create(upload()));
            assertThat(missing).hasMessage("The bucket team-images for images does not exist.");

            project.simulator
                    .storage()
                    .createBucket(
                            GcpJson.object().put("name", "team-images").put("location", GcpCatalog.REGION),
                            "2026-01-01T00:00:00Z");
            project.simulator.storage().plant("team-images", OBJECT);
            ButlerException foreign = catchThrowableOfType(ButlerException.class, () -> inBucket.create(upload()));
            assertThat(foreign.code()).isEqualTo(ErrorCode.FOREIGN_RESOURCE);

            project.simulator.storage().deleteObject("team-images", OBJECT);
            assertThat(inBucket.create(upload())).isInstanceOf(ImageState.Ready.class);
            assertThat(project.simulator.storage().bucketNames()).containsExactly("team-images");
            assertOneCopy();
        }
    }

    @Test
    void googleCannotDownloadImages() {
        BootImageSpec download =
                new BootImageSpec(IMAGE, IMAGE.usualName(), new ImageSource.Download(client.url(IMAGE)));
        assertThat(catchThrowableOfType(ButlerException.class, () -> images.create(download))
                        .code())
                .isEqualTo(ErrorCode.NOT_OFFERED);
    }
}
