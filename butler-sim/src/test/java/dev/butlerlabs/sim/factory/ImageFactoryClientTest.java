package dev.butlerlabs.sim.factory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.image.ImageFactoryClient;
import dev.butlerlabs.core.image.ImageFactorySettings;
import dev.butlerlabs.core.image.ResumableDownload;
import dev.butlerlabs.core.image.SystemExtension;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.FaultSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ImageFactoryClientTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final ImageId IMAGE =
            new ImageId(SimulatedImageFactory.PLAIN, "v1.12.1", "amd64", "nocloud", "qcow2");

    private final FaultPlan faults = new FaultPlan(1);

    private static ImageFactorySettings settings(SimulatedImageFactory factory) {
        return new ImageFactorySettings(factory.url(), Optional.empty(), Optional.empty());
    }

    private static ImageFactoryClient client(SimulatedImageFactory factory) {
        return new ImageFactoryClient(settings(factory), TIMEOUT);
    }

    private ImageFactoryOptions options() {
        return ImageFactoryOptions.standard().withFaults(faults);
    }

    @Test
    void aSchematicGetsTheIdOfTheFactory() {
        try (SimulatedImageFactory factory = SimulatedImageFactory.start(options());
                ImageFactoryClient client = client(factory)) {
            assertThat(client.createSchematic("customization: {}\n")).isEqualTo(SimulatedImageFactory.PLAIN);
            String extended = client.createSchematic(
                    "customization: {systemExtensions: {officialExtensions: [siderolabs/qemu-guest-agent]}}");
            assertThat(extended).matches("[0-9a-f]{64}").isNotEqualTo(SimulatedImageFactory.PLAIN);
        }
    }

    @Test
    void aSchematicWithAnUnknownFieldIsRejectedWithTheWordsOfTheFactory() {
        try (SimulatedImageFactory factory = SimulatedImageFactory.start(options());
                ImageFactoryClient client = client(factory)) {
            ButlerException failure =
                    catchThrowableOfType(ButlerException.class, () -> client.createSchematic("customisation: {}\n"));
            assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
            assertThat(failure).hasMessageContaining("error decoding schematic").hasMessageContaining("customisation");
        }
    }

    @Test
    void versionsAndExtensionsAreThoseOfTheFactory() {
        try (SimulatedImageFactory factory = SimulatedImageFactory.start(options());
                ImageFactoryClient client = client(factory)) {
            assertThat(client.versions()).contains("v1.9.3", "v1.12.1");
            assertThat(client.extensions("v1.12.1"))
                    .contains(new SystemExtension(
                            "siderolabs/drbd", "1.0.0", "Sidero Labs", "Simulated extension drbd."));
            assertThat(client.extensions("v1.9.3"))
                    .extracting(SystemExtension::name)
                    .doesNotContain("siderolabs/drbd");
            assertThat(catchThrowableOfType(ButlerException.class, () -> client.extensions("v9.9.9"))
                            .code())
                    .isEqualTo(ErrorCode.NOT_FOUND);
        }
    }

    @Test
    void preparingBuildsTheImageOnceAndReturnsItsLength() {
        try (SimulatedImageFactory factory = SimulatedImageFactory.start(options());
                ImageFactoryClient client = client(factory)) {
            assertThat(client.prepare(IMAGE)).isEqualTo(3_000_000);
            assertThat(client.prepare(IMAGE)).isEqualTo(3_000_000);
            assertThat(factory.builds()).isEqualTo(1);
            assertThat(factory.downloads()).as("HEAD is not redirected").isZero();
        }
    }

    /** The build continues, so that a later request succeeds. */
    @Test
    void aLongBuildIsATimeoutUntilItIsFinished() {
        try (SimulatedImageFactory factory =
                        SimulatedImageFactory.start(options().withBuildTime(Duration.ofMillis(700)));
                ImageFactoryClient client = new ImageFactoryClient(settings(factory), Duration.ofMillis(200))) {
            ButlerException failure = catchThrowableOfType(ButlerException.class, () -> client.prepare(IMAGE));
            assertThat(failure.code()).isEqualTo(ErrorCode.TIMEOUT);
            try (ImageFactoryClient patient = client(factory)) {
                assertThat(patient.prepare(IMAGE)).isEqualTo(3_000_000);
            }
            assertThat(factory.builds()).isEqualTo(1);
        }
    }

    @Test
    void anUnknownSchematicVersionOrExtensionIsNotFound() {
        try (SimulatedImageFactory factory = SimulatedImageFactory.start(options());
                ImageFactoryClient client = client(factory)) {
            String drbd = client.createSchematic(
                    "customization: {systemExtensions: {officialExtensions: [siderolabs/drbd]}}");
            for (ImageId missing : new ImageId[] {
                new ImageId("0".repeat(64), "v1.12.1", "amd64", "nocloud", "qcow2"),
                new ImageId(SimulatedImageFactory.PLAIN, "v1.99.0", "amd64", "nocloud", "qcow2"),
                new ImageId(drbd, "v1.9.3", "amd64", "nocloud", "qcow2")
            }) {
                ButlerException failure = catchThrowableOfType(ButlerException.class, () -> client.prepare(missing));
                assertThat(failure.code()).as(missing.toString()).isEqualTo(ErrorCode.NOT_FOUND);
                assertThat(failure.hint()).contains("butleradm image catalog");
            }
        }
    }

    /** The factory responds to a malformed version with an internal error, so it is not even asked. */
    @Test
    void everyMalformedPartIsReportedWithoutARequest() {
        try (SimulatedImageFactory factory = SimulatedImageFactory.start(options());
                ImageFactoryClient client = client(factory)) {
            ButlerException failure = catchThrowableOfType(
                    ButlerException.class,
                    () -> client.prepare(new ImageId("3765", "1.12", "amd64", "no/cloud", "../qcow2")));
            assertThat(failure.problems())
                    .extracting(problem -> problem.path())
                    .containsExactly(
                            "spec.factoryRef.schematicID",
                            "spec.factoryRef.version",
                            "spec.factoryRef.platform",
                            "spec.format");
            assertThat(factory.requests()).isZero();
        }
    }

    @Test
    void theCommunityEditionPublishesNoChecksums() {
        try (SimulatedImageFactory factory = SimulatedImageFactory.start(options());
                ImageFactoryClient client = client(factory)) {
            assertThat(client.publishedSha256(IMAGE)).isEmpty();
        }
    }

    @Test
    void aDownloadFollowsTheRedirectAndComputesTheChecksum() throws IOException {
        try (SimulatedImageFactory factory = SimulatedImageFactory.start(options());
                ImageFactoryClient client = client(factory)) {
            assertThat(read(client, 3_000_000)).isEqualTo(checksum(factory));
            assertThat(factory.downloads()).isEqualTo(1);
        }
    }

    private static String checksum(SimulatedImageFactory factory) {
        return factory.sha256(IMAGE.schematic(), IMAGE.version(), IMAGE.fileName());
    }

    private static String read(ImageFactoryClient client, long length) throws IOException {
        try (ResumableDownload download = client.download(IMAGE, length)) {
            byte[] buffer = new byte[10_000];
            while (download.read(buffer, 0, buffer.length) >= 0) {
                assertThat(download.position()).isLessThanOrEqualTo(length);
            }
            return download.sha256();
        }
    }

    @Test
    void aTruncatedDownloadIsResumedWhereItEnded() throws IOException {
        faults.order(FaultSpec.parse("read:truncated-body*4"));
        try (SimulatedImageFactory factory = SimulatedImageFactory.start(options());
                ImageFactoryClient client = client(factory)) {
            assertThat(read(client, 3_000_000)).isEqualTo(checksum(factory));
            assertThat(factory.downloads()).isEqualTo(5);
        }
    }

    @Test
    void aDownloadWithoutRangesReadsTheBytesBeforeAgain() throws IOException {
        faults.order(FaultSpec.parse("read:truncated-body*2"));
        try (SimulatedImageFactory factory =
                        SimulatedImageFactory.start(options().withoutRanges().withoutRedirects());
                ImageFactoryClient client = client(factory)) {
            assertThat(read(client, 3_000_000)).isEqualTo(checksum(factory));
        }
    }

    @Test
    void aDownloadOfAnotherLengthIsRejected() {
        try (SimulatedImageFactory factory = SimulatedImageFactory.start(options());
                ImageFactoryClient client = client(factory)) {
            ButlerException failure = catchThrowableOfType(ButlerException.class, () -> read(client, 2_999_999));
            assertThat(failure).hasMessageContaining("3000000 instead of 2999999 bytes");
        }
    }

    /** The object storage of the simulator rejects requests with credentials. */
    @Test
    void credentialsAreSentToTheFactoryOnlyAndNeverShown() throws IOException {
        try (SimulatedImageFactory factory =
                SimulatedImageFactory.start(options().withToken("very-secret-token"))) {
            ImageFactorySettings login = ImageFactorySettings.of(
                    factory.url() + "/", new Credentials(Map.of("token", new SensitiveText("very-secret-token"))));
            try (ImageFactoryClient client = new ImageFactoryClient(login, TIMEOUT)) {
                assertThat(client.prepare(IMAGE)).isEqualTo(3_000_000);
                assertThat(read(client, 3_000_000)).isEqualTo(checksum(factory));
                assertThat(client.url(IMAGE).toString()).doesNotContain("secret");
            }
            assertThat(login.toString()).doesNotContain("secret");
            ImageFactorySettings wrong = ImageFactorySettings.of(
                    factory.url().toString(), new Credentials(Map.of("token", new SensitiveText("wrong-token"))));
            try (ImageFactoryClient client = new ImageFactoryClient(wrong, TIMEOUT)) {
                ButlerException failure = catchThrowableOfType(ButlerException.class, () -> client.prepare(IMAGE));
                assertThat(failure.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
                assertThat(failure.getMessage() + failure.hint()).doesNotContain("wrong-token");
            }
        }
    }

    @Test
    void aUrlWithCredentialsIsRejected() {
        ButlerException failure = catchThrowableOfType(
                ButlerException.class,
                () -> ImageFactorySettings.of("https://user:pass@factory.example", Credentials.none()));
        assertThat(failure.problems())
                .extracting(problem -> problem.path())
                .containsExactly("spec.imageFactory.url of the ButlerConfig");
        assertThat(failure.toString()).doesNotContain("pass@");
    }
}
