package dev.butlerlabs.core.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.ImageState;
import dev.butlerlabs.core.provider.OwnershipTags;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.ec2.model.BlockDeviceMapping;
import software.amazon.awssdk.services.ec2.model.Image;

class ObservedAmiTest {
    private static final ImageId ID = new ImageId("ce4c980d", "v1.12.1", "amd64", "aws", "raw.gz");

    private static Image image(String id, String state) {
        return Image.builder().imageId(id).state(state).build();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pending", "transient"})
    void anImageInWorkIsTransferring(String state) {
        assertThat(new ObservedAmi(image("ami-1", state)).state()).isInstanceOf(ImageState.Transferring.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"invalid", "failed", "error", "disabled", "deregistered"})
    void anyOtherStateIsAFailure(String state) {
        ImageState.Failed failed = (ImageState.Failed) new ObservedAmi(Image.builder()
                        .imageId("ami-1")
                        .state(state)
                        .stateReason(reason -> reason.message("no luck"))
                        .build())
                .state();
        assertThat(failed.message()).isEqualTo("The image ami-1 has the state %s: no luck.".formatted(state));
    }

    @Test
    void theOldestUsableImageIsKept() {
        Image failed = image("ami-1", "failed");
        Image first = image("ami-2", "available");
        Image second = image("ami-3", "available");
        assertThat(ObservedAmi.kept(List.of(failed, first, second))).contains(new ObservedAmi(first));
        assertThat(ObservedAmi.kept(List.of(failed))).contains(new ObservedAmi(failed));
        assertThat(ObservedAmi.kept(List.of())).isEmpty();
    }

    @Test
    void snapshotsAreThoseOfItsVolumes() {
        Image image = Image.builder()
                .blockDeviceMappings(
                        BlockDeviceMapping.builder()
                                .ebs(ebs -> ebs.snapshotId("snap-1"))
                                .build(),
                        BlockDeviceMapping.builder().virtualName("ephemeral0").build())
                .build();
        assertThat(new ObservedAmi(image).snapshots()).containsExactly("snap-1");
    }

    @ParameterizedTest
    @CsvSource({"nocloud-v1.12.1, nocloud-v1.12.1", "Talos für alle, Talos f-r alle", "a, image-a", "a*b:c, a-b-c"})
    void namesHaveTheAlphabetOfEc2(String name, String expected) {
        assertThat(AmiClient.name(spec(name))).isEqualTo(expected);
    }

    @Test
    void longNamesAreCut() {
        assertThat(AmiClient.name(spec("x".repeat(300)))).hasSize(128);
        assertThat(AmiClient.tags(spec("x".repeat(300))).get("Name")).hasSize(255);
    }

    @Test
    void tagsContainTheWholeDigest() {
        assertThat(AmiClient.tags(spec("talos")))
                .isEqualTo(
                        Map.of("Name", "talos", OwnershipTags.MANAGED_BY, "butler", OwnershipTags.IMAGE, ID.digest()));
    }

    private static BootImageSpec spec(String name) {
        return new BootImageSpec(ID, name, new ImageSource.Download(URI.create("https://factory.test")));
    }
}
