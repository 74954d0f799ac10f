package dev.butlerlabs.sim.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.ImageState;
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import dev.butlerlabs.core.provider.OwnershipTags;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Images on the simulated region. */
@Tag("slow")
class SimulatedAwsImagesTest extends AwsImageFixture {
    private final FaultPlan faults = new FaultPlan(1);
    private SimulatedAws simulator;

    @Override
    AwsWorld world() {
        simulator = SimulatedAws.start(SimulationOptions.standard().withFaults(faults));
        return new SimulatedWorld(simulator);
    }

    @AfterEach
    void everyRequestWasUnderstood() {
        assertThat(simulator.complaints()).isEmpty();
    }

    private void assertOneCopy() {
        assertThat(simulator.images()).singleElement().satisfies(image -> {
            assertThat(image.isReady()).isTrue();
            assertThat(image.sha256())
                    .contains(factory.diskSha256(IMAGE.schematic(), IMAGE.version(), IMAGE.fileName()));
        });
    }

    @Test
    void butlerUploadsASnapshotAndRegistersAnImage() {
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Absent.class);
        ImageState.Ready ready = (ImageState.Ready) images.create(upload());
        assertThat(images.create(upload())).isEqualTo(ready);
        assertThat(images.observe(IMAGE)).isEqualTo(ready);
        assertThat(snapshots()).singleElement().satisfies(snapshot -> {
            assertThat(snapshot.stateAsString()).isEqualTo("completed");
            assertThat(snapshot.volumeSize()).isEqualTo(1);
        });
        assertThat(registered()).singleElement().satisfies(image -> {
            assertThat(image.imageId()).isEqualTo(ready.reference());
            assertThat(image.name()).isEqualTo(IMAGE.usualName());
            assertThat(image.architectureAsString()).isEqualTo("x86_64");
        });
    }

    @ParameterizedTest
    @CsvSource({"amd64, x86_64", "arm64, arm64"})
    void theArchitectureIsThatOfTheImage(String architecture, String expected) {
        ImageState.Ready ready = (ImageState.Ready) images.create(upload(image(architecture)));
        try (AwsTruth truth = world.truth()) {
            assertThat(truth.ec2
                            .describeImages(request -> request.imageIds(ready.reference()))
                            .images()
                            .getFirst()
                            .architectureAsString())
                    .isEqualTo(expected);
        }
    }

    /** A process ended between the completion of the snapshot and the registration of the image. */
    @Test
    void aCompleteSnapshotIsRegisteredWithoutAnotherUpload() {
        ImageState.Ready first = (ImageState.Ready) images.create(upload());
        String snapshot = snapshots().getFirst().snapshotId();
        try (AwsTruth truth = world.truth()) {
            truth.ec2.deregisterImage(request -> request.imageId(first.reference()));
        }
        assertThat(images.observe(IMAGE)).isEqualTo(new ImageState.Incomplete(snapshot));
        long downloads = factory.downloads();
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertThat(factory.downloads()).isEqualTo(downloads);
        assertThat(snapshots())
                .singleElement()
                .satisfies(found -> assertThat(found.snapshotId()).isEqualTo(snapshot));
    }

    @Test
    void anImageOfAnotherOwnerIsNotTouched() {
        images.create(new BootImageSpec(
                image("arm64"), "talos", upload(image("arm64")).source()));
        BootImageSpec named = new BootImageSpec(IMAGE, "talos", upload().source());
        ButlerException failure = catchThrowableOfType(ButlerException.class, () -> images.create(named));
        assertThat(failure.code()).isEqualTo(ErrorCode.FOREIGN_RESOURCE);
        assertThat(failure).hasMessageContaining("talos");
        images.delete(IMAGE);
        assertThat(images.observe(image("arm64"))).isInstanceOf(ImageState.Ready.class);
    }

    @Test
    void anImageIsAdoptedByItsTagWhateverItsName() {
        ImageState ready = images.create(upload());
        assertThat(images.create(new BootImageSpec(IMAGE, "another name", upload().source())))
                .isEqualTo(ready);
    }

    @Test
    void aDeletedImageIsAbsentWithItsSnapshot() {
        images.create(upload());
        images.delete(IMAGE);
        images.delete(IMAGE);
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Absent.class);
        assertThat(registered()).isEmpty();
        assertThat(snapshots()).isEmpty();
    }

    @Test
    void aDownloadIsNotOffered() {
        BootImageSpec download =
                new BootImageSpec(IMAGE, IMAGE.usualName(), new ImageSource.Download(client.url(IMAGE)));
        assertThat(catchThrowableOfType(ButlerException.class, () -> images.create(download))
                        .code())
                .isEqualTo(ErrorCode.NOT_OFFERED);
    }

    @Test
    void imagesAreNotResourcesOfACluster() {
        images.create(upload());
        assertThat(infrastructure.owned()).isEmpty();
        assertThat(snapshots().getFirst().tags())
                .anyMatch(tag -> Map.entry(tag.key(), tag.value())
                        .equals(Map.entry(OwnershipTags.MANAGED_BY, OwnershipTags.MANAGER)));
    }

    @Test
    void theSnapshotHasTheContentOfTheDisk() {
        long before = simulator.requests();
        images.create(upload());
        assertOneCopy();
        // 11 blocks of 512 KiB, of which 4 are not zero.
        assertThat(simulator.requests() - before).isLessThan(4 + 12);
    }

    @Test
    void machinesBootFromTheImage() {
        String reference = ((ImageState.Ready) images.create(upload())).reference();
        infrastructure
                .machines()
                .create(MachineSpecBuilder.builder(Machine.spec("cp-0"))
                        .image(Optional.of(reference))
                        .build());
        assertThat(simulator.machines()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "update:truncated-body*3",
                "update:lost-response*2",
                "update:throttle*3",
                "update:error-storm",
                "create:lost-response"
            })
    void anUploadContinuesAfterAFailure(String fault) {
        faults.order(FaultSpec.parse(fault));
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertThat(faults.happened()).isNotEmpty();
        assertOneCopy();
    }

    /** A process ended while it uploaded the blocks. In moto, a snapshot is complete from its start on. */
    @Test
    void anIncompleteSnapshotIsReplaced() {
        BootImageSpec broken = new BootImageSpec(
                IMAGE,
                IMAGE.usualName(),
                new ImageSource.Upload(
                        BYTES, () -> new FailingContent(client.download(IMAGE, client.prepare(IMAGE)), 2_000_000)));
        ButlerException failure = catchThrowableOfType(ButlerException.class, () -> images.create(broken));
        assertThat(failure.code()).isEqualTo(ErrorCode.UNREACHABLE);
        String half = ((ImageState.Incomplete) images.observe(IMAGE)).providerId();
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertThat(snapshots())
                .singleElement()
                .satisfies(snapshot -> assertThat(snapshot.snapshotId()).isNotEqualTo(half));
        assertThat(registered()).hasSize(1);
    }

    @Test
    void anUploadContinuesWhenItsSourceIsInterrupted() {
        factory.faults().order(FaultSpec.parse("read:truncated-body*5"));
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertOneCopy();
    }

    @Test
    void aLostAnswerToTheRegistrationCreatesNoSecondImage() {
        faults.order(FaultSpec.parse("create:lost-response@" + IMAGE.usualName()));
        assertThat(catchThrowableOfType(ButlerException.class, () -> images.create(upload()))
                        .code())
                .isEqualTo(ErrorCode.UNREACHABLE);
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertOneCopy();
    }

    /** A process ended between the registration of the image and the deletion of an earlier snapshot. */
    @Test
    void surplusSnapshotsAreCleanedUp() {
        images.create(upload());
        simulator.vanishImage(IMAGE.usualName());
        images.create(upload());
        images.cleanUp(IMAGE);
        assertOneCopy();
    }

    /** As when the ImageSync is deleted during its upload. */
    @Test
    void aCancelledUploadStopsAndLeavesASnapshotThatIsDeleted() {
        BootImageSpec interrupted = new BootImageSpec(
                IMAGE,
                IMAGE.usualName(),
                new ImageSource.Upload(
                        BYTES, () -> new FilterInputStream(client.download(IMAGE, client.prepare(IMAGE))) {
                            private long read;

                            @Override
                            public int read(byte[] bytes, int offset, int length) throws IOException {
                                if (read > 2_000_000) {
                                    Thread.currentThread().interrupt();
                                }
                                int count = super.read(bytes, offset, length);
                                read += Math.max(0, count);
                                return count;
                            }
                        }));
        ButlerException failure = catchThrowableOfType(ButlerException.class, () -> images.create(interrupted));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure.code()).isEqualTo(ErrorCode.CANCELLED);
        images.delete(IMAGE);
        assertThat(simulator.images()).isEmpty();
    }

    @Test
    void contentWithoutAPartitionTableIsRejectedBeforeAnythingIsCreated() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(new byte[10_000]);
        }
        BootImageSpec text = new BootImageSpec(
                IMAGE,
                IMAGE.usualName(),
                new ImageSource.Upload(packed.size(), () -> new ByteArrayInputStream(packed.toByteArray())));
        ButlerException failure = catchThrowableOfType(ButlerException.class, () -> images.create(text));
        assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(failure).hasMessageContaining("partition table");
        assertThat(simulator.images()).isEmpty();
    }

    @Test
    void aMissingPermissionIsNamed() {
        simulator.deny("ebs:PutSnapshotBlock");
        ButlerException failure = catchThrowableOfType(ButlerException.class, () -> images.create(upload()));
        assertThat(failure.code()).isEqualTo(ErrorCode.FORBIDDEN);
        assertThat(failure).hasMessageContaining("ebs:PutSnapshotBlock");
    }

    @Test
    void aSignatureForAnotherRegionIsRejected() {
        try (ConnectedInfrastructure elsewhere = world.connect(Map.of("region", "eu-west-1"))) {
            assertThat(catchThrowableOfType(
                                    ButlerException.class,
                                    () -> elsewhere.images().orElseThrow().create(upload()))
                            .code())
                    .isEqualTo(ErrorCode.UNAUTHENTICATED);
        }
    }

    /** Tagging at creation needs a permission of its own, which is not a request. */
    @Test
    void thePolicyListsTheCallsThatAreMade() throws IOException {
        images.create(upload());
        images.cleanUp(IMAGE);
        images.delete(IMAGE);
        JsonNode policy = new ObjectMapper()
                .readTree(ProjectRoot.find()
                        .resolve("configs/permissions/aws-images-policy.json")
                        .toFile());
        Set<String> actions = policy.path("Statement")
                .valueStream()
                .flatMap(statement -> statement.path("Action").valueStream())
                .map(JsonNode::asText)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> made = new TreeSet<>(simulator.actions());
        made.add("ec2:CreateTags");
        assertThat(actions).isEqualTo(made);
    }
}
