package dev.butlerlabs.core.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.ImageState;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GcpImageTest {
    private static ImageId id(String architecture) {
        return new ImageId("3".repeat(64), "v1.12.1", architecture, "gcp", "raw.tar.gz");
    }

    private static GcpImagePayload payload(String name, String architecture) {
        return new GcpImagePayload(
                new BootImageSpec(id(architecture), name, new ImageSource.Upload(1, InputStream::nullInputStream)));
    }

    @ParameterizedTest
    @CsvSource({
        "gcp-v1.12.1-amd64-37656798-butler, gcp-v1-12-1-amd64-37656798-butler",
        "Talos 1.12, talos-1-12",
        "1.12, image-1-12",
        "-_-, image",
        "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgg.hh, aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgg"
    })
    void namesHaveTheAlphabetOfGoogleCloud(String displayName, String name) {
        assertThat(payload(displayName, "amd64").name()).isEqualTo(name).matches("[a-z]([-a-z0-9]{0,61}[a-z0-9])?");
    }

    @Test
    void aRequestContainsLabelsAndWhatTheMachinesNeed() {
        GcsObject object = new GcsObject("images", "butler-images/x.tar.gz");
        JsonNode json = payload("talos", "amd64").json(object);
        assertThat(json.at("/rawDisk/source").asText())
                .isEqualTo("https://storage.googleapis.com/images/butler-images/x.tar.gz");
        assertThat(json.path("architecture").asText()).isEqualTo("X86_64");
        assertThat(GcpOwnership.isOf(id("amd64"), json)).isTrue();
        assertThat(GcpOwnership.isOf(id("arm64"), json)).isFalse();
        assertThat(features(json)).containsExactly("UEFI_COMPATIBLE", "VIRTIO_SCSI_MULTIQUEUE", "GVNIC");
        JsonNode arm = payload("talos", "arm64").json(object);
        assertThat(arm.path("architecture").asText()).isEqualTo("ARM64");
    }

    private static List<String> features(JsonNode json) {
        return json.path("guestOsFeatures")
                .valueStream()
                .map(feature -> feature.path("type").asText())
                .toList();
    }

    private static ObservedGcpImage image(String name, String status, String created) {
        return new ObservedGcpImage(GcpSpecs.json(
                "{'name': '%s', 'status': '%s', 'creationTimestamp': '%s', 'selfLink': 'https://www.googleapis.com/compute/v1/projects/p/global/images/%s'}"
                        .formatted(name, status, created, name)));
    }

    @Test
    void theStatusBecomesAState() {
        String path = "projects/p/global/images/a";
        assertThat(image("a", "READY", "").state()).isEqualTo(new ImageState.Ready(path, path));
        assertThat(image("a", "PENDING", "").state()).isInstanceOf(ImageState.Transferring.class);
        assertThat(image("a", "FAILED", "").state()).isInstanceOf(ImageState.Failed.class);
        assertThat(image("a", "DELETING", "").state()).isEqualTo(new ImageState.Leaving(path));
    }

    @Test
    void theOldestUsableImageIsKept() {
        ObservedGcpImage failed = image("failed", "FAILED", "2026-01-01");
        ObservedGcpImage pending = image("pending", "PENDING", "2026-01-02");
        ObservedGcpImage newer = image("newer", "READY", "2026-01-04");
        ObservedGcpImage older = image("older", "READY", "2026-01-03");
        assertThat(Stream.of(failed, pending, newer, older).sorted(ObservedGcpImage.KEPT_FIRST))
                .containsExactly(older, newer, pending, failed);
    }

    @Test
    void theBucketHasAValidNameAndNoPublicAccess() {
        try (GcsClient none = new GcsClient(
                GcpSpecs.settings(Map.of()),
                GoogleAuthentication.selfSigned(
                        GoogleCredentials.parse(GcpSpecs.key(Map.of())), InstantSource.system()))) {
            GcpImageBucket bucket = new GcpImageBucket(none, GcpSpecs.settings(Map.of()));
            GcpImageBucket elsewhere = new GcpImageBucket(none, GcpSpecs.settings(Map.of("region", "europe-west4")));
            assertThat(bucket.ownName()).matches("butler-images-[0-9a-f]{32}").isNotEqualTo(elsewhere.ownName());
            assertThat(bucket.body()
                            .at("/iamConfiguration/publicAccessPrevention")
                            .asText())
                    .isEqualTo("enforced");
            assertThat(GcpOwnership.isManaged(bucket.body())).isTrue();
            assertThat(new GcpImageBucket(none, GcpSpecs.settings(Map.of("imageBucket", "mine"))).find())
                    .contains("mine");
        }
    }
}
