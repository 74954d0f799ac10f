package dev.butlerlabs.sim.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.image.ImageFactoryClient;
import dev.butlerlabs.core.image.ImageFactorySettings;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.FailureClassifier;
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
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class AzureImagesTest {
    private static final ImageId IMAGE =
            new ImageId(SimulatedImageFactory.PLAIN, "v1.12.1", "amd64", "azure", "vhd.gz");
    private static final String NAME = "azure-v1.12.1-amd64-37656798-butler";
    private static final String DISK = "butler-image-" + IMAGE.digest();
    private static final Map<String, String> TAGS =
            Map.of("butler-managed-by", "butler", "butler-image", IMAGE.digest());

    private final FaultPlan faults = new FaultPlan(1);
    private final SimulatedImageFactory factory =
            SimulatedImageFactory.start(ImageFactoryOptions.standard().withFaults(new FaultPlan(1)));
    private final ImageFactoryClient client = new ImageFactoryClient(
            new ImageFactorySettings(factory.url(), Optional.empty(), Optional.empty()), Duration.ofSeconds(30));
    private final AzureWorld world =
            new AzureWorld(AzureSimulator.start(SimulationOptions.standard().withFaults(faults)), Map.of());
    private final ImageOperations images = world.azure.images().orElseThrow();

    @AfterEach
    void close() {
        world.close();
        client.close();
        factory.close();
    }

    private BootImageSpec upload() {
        long length = client.prepare(IMAGE);
        return new BootImageSpec(
                IMAGE, IMAGE.usualName(), new ImageSource.Upload(length, () -> client.download(IMAGE, length)));
    }

    private static BootImageSpec upload(byte[] content) {
        return new BootImageSpec(
                IMAGE,
                IMAGE.usualName(),
                new ImageSource.Upload(content.length, () -> new ByteArrayInputStream(content)));
    }

    private static byte[] packed(byte[] content) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(content);
        }
        return packed.toByteArray();
    }

    private ButlerException failure(BootImageSpec spec) {
        return catchThrowableOfType(ButlerException.class, () -> images.create(spec));
    }

    private void awaitNothingLeft() {
        TestAwait.upTo(AzureWorld.LIMIT, "the disk deleted")
                .until(() -> world.simulator.leftovers().isEmpty());
    }

    private void awaitAbsent() {
        TestAwait.upTo(AzureWorld.LIMIT, "the image deleted")
                .until(() -> images.observe(IMAGE), ImageState.Absent.class::isInstance);
    }

    /** Exactly one image with the disk of the factory, and no disk. */
    private void assertOneCopy() {
        assertThat(world.simulator.images()).singleElement().satisfies(image -> {
            assertThat(image.isReady()).isTrue();
            assertThat(image.sha256())
                    .contains(factory.diskSha256(IMAGE.schematic(), IMAGE.version(), IMAGE.fileName()));
        });
        awaitNothingLeft();
    }

    @Test
    void butlerUploadsAnImageThatMachinesCanUse() {
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Absent.class);
        ImageState ready = images.create(upload());
        String id = AzureCatalog.groupPath(ArmRegistry.IMAGE) + "/" + NAME;
        assertThat(ready).isEqualTo(new ImageState.Ready(id, id));
        assertThat(images.observe(IMAGE)).isEqualTo(ready);
        assertThat(images.create(upload())).isEqualTo(ready);
        assertOneCopy();

        world.run(MachineSpecBuilder.builder(AzureWorld.spec("alpha-cp-0"))
                .image(Optional.of(id))
                .build());
        assertThat(world.azure.owned()).noneMatch(resource -> resource.name().equals(NAME));
    }

    @Test
    void anUploadContinuesWhenItsSourceIsInterrupted() {
        factory.faults().order(FaultSpec.parse("read:truncated-body*5"));
        images.create(upload());
        assertOneCopy();
    }

    @Test
    void anInterruptedUploadContinuesWithTheSamePage() {
        faults.order(FaultSpec.parse("update:truncated-body@" + DISK + "*4"));
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertThat(factory.downloads()).as("downloads of the image").isEqualTo(1);
        assertOneCopy();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "update:lost-response*3",
                "update:throttle*2",
                "update:refuse*2",
                "create:lost-response",
                "read:throttle*2"
            })
    void anUploadSucceedsDespiteFailuresOfAzure(String fault) {
        faults.order(FaultSpec.parse(fault));
        TestAwait.upTo(AzureWorld.LIMIT, "the image")
                .ignoreExceptionsMatching(failure ->
                        failure instanceof ButlerException e && FailureClassifier.of(e) == FailureClassifier.PASSING)
                .until(() -> images.create(upload()), ImageState.Ready.class::isInstance);
        images.cleanUp(IMAGE);
        assertOneCopy();
    }

    /** As after a crash during the upload: Azure refuses to delete a disk that a client has access to. */
    @Test
    void anInterruptedUploadIsReplacedByTheNextOne() {
        BootImageSpec cut = new BootImageSpec(IMAGE, IMAGE.usualName(), new ImageSource.Upload(1000, () -> {
            long length = client.prepare(IMAGE);
            return new SequenceInputStream(
                    new ByteArrayInputStream(client.download(IMAGE, length).readNBytes(9_000_000)), failing());
        }));
        assertThat(failure(cut)).hasMessageContaining("the connection broke");
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Incomplete.class);
        assertThat(world.simulator.leftovers()).hasSize(1);
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertOneCopy();
    }

    private static InputStream failing() {
        return new FilterInputStream(InputStream.nullInputStream()) {
            @Override
            public int read(byte[] bytes, int offset, int count) throws IOException {
                throw new IOException("the connection broke");
            }
        };
    }

    @Test
    void anIncompleteUploadCanBeDeleted() {
        faults.order(FaultSpec.parse("create:refuse@" + NAME));
        assertThat(failure(upload()).code()).isEqualTo(ErrorCode.UNREACHABLE);
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Incomplete.class);
        images.delete(IMAGE);
        awaitAbsent();
        assertThat(world.simulator.leftovers()).isEmpty();
    }

    /** As after a crash between the creation of the image and the deletion of the disk. */
    @Test
    void aDiskThatIsLeftIsCleanedUp() {
        faults.order(FaultSpec.parse("delete:refuse@" + DISK + "*3"));
        assertThat(failure(upload()).code()).isEqualTo(ErrorCode.UNREACHABLE);
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Ready.class);
        assertThat(world.simulator.leftovers()).hasSize(1);
        images.cleanUp(IMAGE);
        assertOneCopy();
    }

    /** The length is known before the upload only from the partition table. */
    @Test
    void anImageWithAnotherLengthThanItsPartitionTableIsUploadedAgain() throws IOException {
        long length = client.prepare(IMAGE);
        byte[] vhd;
        try (GZIPInputStream content = new GZIPInputStream(client.download(IMAGE, length))) {
            vhd = content.readAllBytes();
        }
        // The position of the last sector, with which the disk seems to have 40 MiB.
        vhd[512 + 32] = (byte) 0xff;
        vhd[512 + 33] = (byte) 0x3f;
        vhd[512 + 34] = 1;
        byte[] packed = packed(vhd);
        assertThat(images.create(upload(packed))).isInstanceOf(ImageState.Ready.class);
        assertThat(world.simulator.images()).hasSize(1);
        awaitNothingLeft();
    }

    @Test
    void contentThatIsNoVhdIsReported() throws IOException {
        assertThat(failure(upload(new byte[300_000]))).hasMessageContaining("not valid gzip data");
        assertThat(world.simulator.leftovers()).isEmpty();
        assertThat(failure(upload(packed(new byte[21 << 20])))).hasMessageContaining("not a fixed VHD");
        images.delete(IMAGE);
        awaitNothingLeft();
        assertThat(world.simulator.images()).isEmpty();
    }

    @Test
    void aFailedImageIsReportedAndReplaced() {
        world.simulator.plantImage(NAME, "Failed", TAGS);
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Failed.class);
        assertThat(images.create(upload())).isInstanceOf(ImageState.Leaving.class);
        awaitAbsent();
        images.create(upload());
        assertOneCopy();
    }

    @Test
    void anImageOfAnotherOwnerIsNotTouched() {
        world.simulator.plantImage(NAME, "Succeeded", Map.of("team", "another"));
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Absent.class);
        assertThat(failure(upload()).code()).isEqualTo(ErrorCode.FOREIGN_RESOURCE);
        images.delete(IMAGE);
        assertThat(world.simulator.images()).hasSize(1);
        assertThat(factory.downloads()).as("nothing is uploaded").isZero();
    }

    @Test
    void anImageIsAdoptedByItsTagsWhateverItsName() {
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
        assertThat(world.simulator.images()).isEmpty();
    }

    @Test
    void azureNeitherDownloadsImagesNorSupportsOtherArchitectures() {
        BootImageSpec download =
                new BootImageSpec(IMAGE, IMAGE.usualName(), new ImageSource.Download(client.url(IMAGE)));
        assertThat(failure(download).code()).isEqualTo(ErrorCode.NOT_OFFERED);
        ImageId arm = new ImageId(IMAGE.schematic(), IMAGE.version(), "arm64", "azure", "vhd.gz");
        ButlerException failure = failure(new BootImageSpec(arm, arm.usualName(), upload().source()));
        assertThat(failure.code()).isEqualTo(ErrorCode.NOT_OFFERED);
        assertThat(failure.hint()).contains("Gallery");
    }

    /** A ProviderConfig for tenant clusters only has no region. */
    @Test
    void anImageRequiresARegion() {
        try (ConnectedInfrastructure elsewhere =
                AzureWorld.connect(world.simulator, Map.of("location", ""), world.simulator.credentials())) {
            ButlerException failure = catchThrowableOfType(
                    ButlerException.class,
                    () -> elsewhere.images().orElseThrow().create(upload()));
            assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
            assertThat(failure.problems())
                    .singleElement()
                    .satisfies(problem -> assertThat(problem.path()).isEqualTo("spec.azure.location"));
        }
    }

    /** The URL of an upload is a secret: it permits everyone to write to the disk. */
    @Test
    void theUrlOfAnUploadAppearsInNoMessage() {
        long length = client.prepare(IMAGE);
        AtomicBoolean ordered = new AtomicBoolean();
        ImageSource.Upload source = new ImageSource.Upload(length, () -> {
            InputStream content = client.download(IMAGE, length);
            InputStream start = new ByteArrayInputStream(content.readNBytes(9_000_000));
            // Opened when the start was sent.
            InputStream rest = new FilterInputStream(content) {
                @Override
                public int read(byte[] bytes, int offset, int count) throws IOException {
                    if (!ordered.getAndSet(true)) {
                        // For all further requests: some are repeated with new credentials.
                        faults.order(FaultSpec.parse("update:unauthorized@" + DISK + "*1000"));
                    }
                    return super.read(bytes, offset, count);
                }
            };
            return new SequenceInputStream(start, rest);
        });
        ButlerException failure = failure(new BootImageSpec(IMAGE, IMAGE.usualName(), source));
        assertThat(failure.getMessage() + failure.hint())
                .contains("AuthenticationFailed")
                .doesNotContain("sig=", "md-");
        faults.clear();
        assertThat(images.create(upload())).isInstanceOf(ImageState.Ready.class);
        assertOneCopy();
    }
}
