package dev.butlerlabs.core.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import dev.butlerlabs.core.provider.OwnershipTags;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.ec2.model.BlockDeviceMapping;
import software.amazon.awssdk.services.ec2.model.InstanceNetworkInterfaceSpecification;
import software.amazon.awssdk.services.ec2.model.RunInstancesRequest;
import software.amazon.awssdk.services.ec2.model.Tag;

class LaunchRequestFactoryTest {
    private static LaunchRequestFactory launch(List<ExtraDisk> disks, String userData) {
        return LaunchRequestFactory.of(Specs.spec(4, 16384, disks, userData), Specs.SETTINGS, Specs.IMAGE, "subnet-1");
    }

    @Test
    void asksForAllSecurityGroupsAndNoKeyPair() {
        RunInstancesRequest request = launch(List.of(), "machine: {}").request().build();
        InstanceNetworkInterfaceSpecification card = request.networkInterfaces().getFirst();

        assertThat(request.networkInterfaces()).hasSize(1);
        assertThat(card.groups()).containsExactly("sg-1", "sg-2");
        assertThat(card.subnetId()).isEqualTo("subnet-1");
        assertThat(card.associatePublicIpAddress()).isTrue();
        assertThat(request.subnetId()).isNull();
        assertThat(request.keyName()).isNull();
        assertThat(request.metadataOptions().httpTokensAsString()).isEqualTo("required");
    }

    @Test
    void sizesTheRootVolumeUnderTheNameTheImageGivesItAndAddsTheOthers() {
        RunInstancesRequest request = launch(List.of(new ExtraDisk(20, null), new ExtraDisk(30, "st1")), "machine: {}")
                .request()
                .build();

        assertThat(request.blockDeviceMappings())
                .extracting(LaunchRequestFactoryTest::phrase)
                .containsExactly("/dev/sda1 50 gp3 true", "/dev/sdf 20 gp3 true", "/dev/sdg 30 st1 true");
    }

    private static String phrase(BlockDeviceMapping mapping) {
        return "%s %d %s %s"
                .formatted(
                        mapping.deviceName(),
                        mapping.ebs().volumeSize(),
                        mapping.ebs().volumeTypeAsString(),
                        mapping.ebs().deleteOnTermination());
    }

    @Test
    void marksInstanceVolumesAndCardAndLetsNoLabelReplaceAMark() {
        RunInstancesRequest request = launch(List.of(), "machine: {}").request().build();

        assertThat(request.tagSpecifications())
                .extracting(tagged -> tagged.resourceTypeAsString())
                .containsExactly("instance", "volume", "network-interface");
        assertThat(request.tagSpecifications())
                .allSatisfy(tagged -> assertThat(tagged.tags())
                        .contains(
                                tag("Name", "alpha-cp-0"),
                                tag("team", "blue"),
                                tag(OwnershipTags.OWNER, Specs.OWNER.uid()),
                                tag(OwnershipTags.MACHINE, "alpha-cp-0"),
                                tag(OwnershipTags.MANAGED_BY, OwnershipTags.MANAGER)));
    }

    private static Tag tag(String key, String value) {
        return Tag.builder().key(key).value(value).build();
    }

    @Test
    void handsOverUserDataEncodedOnce() {
        RunInstancesRequest request =
                launch(List.of(), "version: v1alpha1 # ä").request().build();

        assertThat(new String(Base64.getDecoder().decode(request.userData()), StandardCharsets.UTF_8))
                .isEqualTo("version: v1alpha1 # ä");
    }

    @Test
    void packsUserDataThatHasNoRoomAsItIs() throws IOException {
        String configuration = "machine: {}\n".repeat(2000);
        byte[] sent = Base64.getDecoder()
                .decode(launch(List.of(), configuration).request().build().userData());

        assertThat(sent).hasSizeLessThan(16 * 1024);
        try (InputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(sent))) {
            assertThat(new String(unpacked.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(configuration);
        }
    }

    @Test
    void keepsUserDataFromPods() {
        assertThat(launch(List.of(), "machine: {}")
                        .request()
                        .build()
                        .metadataOptions()
                        .httpPutResponseHopLimit())
                .isEqualTo(1);
        MachineSpec plain = MachineSpecBuilder.builder(Specs.spec(4, 16384, List.of(), "machine: {}"))
                .userData(Optional.empty())
                .build();
        assertThat(LaunchRequestFactory.of(plain, Specs.SETTINGS, Specs.IMAGE, "subnet-1")
                        .request()
                        .build()
                        .metadataOptions()
                        .httpPutResponseHopLimit())
                .isEqualTo(2);
    }

    @Test
    void refusesWhatEc2WouldNotTake() {
        byte[] noise = new byte[16_386];
        new Random(1).nextBytes(noise);
        String incompressible = HexFormat.of().formatHex(noise) + "canary";
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> launch(List.of(), incompressible))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT))
                .withMessageContaining("32778")
                .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("canary"));
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> launch(Collections.nCopies(12, new ExtraDisk(1, null)), ""));
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> launch(List.of(new ExtraDisk(1, "longhorn")), ""))
                .withMessageContaining("longhorn");
    }

    @Test
    void neverPrintsUserData() {
        assertThat(launch(List.of(), "canary").toString()).doesNotContain("canary");
    }

    @Test
    void asksTheSameQuestionWithTheSameTokenAndAnotherWithAnother() {
        ClientToken token = ClientToken.first(launch(List.of(), "machine: {}"));

        assertThat(token.value()).hasSize(64).matches("[0-9a-f]+");
        assertThat(ClientToken.first(launch(List.of(), "machine: {}"))).isEqualTo(token);
        assertThat(ClientToken.first(launch(List.of(), "machine: {a: 1}"))).isNotEqualTo(token);
        assertThat(token.after("i-1")).isNotEqualTo(token).isEqualTo(token.after("i-1"));
        assertThat(token.after("i-2")).isNotEqualTo(token.after("i-1"));
    }
}
