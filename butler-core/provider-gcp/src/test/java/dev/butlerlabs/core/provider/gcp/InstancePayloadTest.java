package dev.butlerlabs.core.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InstancePayloadTest {
    private static final String ZONE = "europe-west3-a";

    @Test
    void rendersACompleteInstance() {
        JsonNode body = InstancePayload.of(
                GcpSpecs.machine(MachineRole.CONTROL_PLANE),
                GcpSpecs.settings(Map.of(
                        "network", "projects/host/global/networks/shared",
                        "subnetwork", "nodes",
                        "tags", List.of("web"),
                        "serviceAccount", "node@my-project.iam.gserviceaccount.com")),
                ZONE);

        assertThat(body.path("machineType").asText()).isEqualTo("zones/europe-west3-a/machineTypes/n2-custom-4-8192");
        assertThat(body.at("/disks/0/initializeParams/sourceImage").asText())
                .isEqualTo("projects/my-project/global/images/talos");
        assertThat(body.at("/disks/0/boot").asBoolean()).isTrue();
        assertThat(body.at("/disks/1/initializeParams/diskType").asText()).endsWith("/diskTypes/pd-ssd");
        assertThat(body.at("/disks/1/initializeParams/diskName").asText()).isEqualTo("demo-cp-0-disk-1");
        assertThat(body.path("disks"))
                .allMatch(disk -> disk.path("autoDelete").asBoolean()
                        && disk.at("/initializeParams/labels/butler-owner")
                                .asText()
                                .equals("owner-1"));
        assertThat(body.at("/networkInterfaces/0/subnetwork").asText())
                .isEqualTo("projects/host/regions/europe-west3/subnetworks/nodes");
        assertThat(body.at("/networkInterfaces/0/accessConfigs/0/type").asText())
                .isEqualTo("ONE_TO_ONE_NAT");
        assertThat(body.at("/metadata/items/0/key").asText()).isEqualTo("user-data");
        assertThat(body.at("/metadata/items/0/value").asText()).isEqualTo("machine: canary");
        assertThat(body.at("/tags/items/1").asText()).startsWith("butler-cp-");
        assertThat(body.at("/serviceAccounts/0/email").asText()).isEqualTo("node@my-project.iam.gserviceaccount.com");
    }

    @Test
    void onlyControlPlanesAreTargetsOfTheFirewallRule() {
        JsonNode body = InstancePayload.of(
                GcpSpecs.machine(MachineRole.WORKER), GcpSpecs.settings(Map.of("publicAddress", false)), ZONE);
        assertThat(body.at("/tags/items")).isEmpty();
        assertThat(body.at("/networkInterfaces/0").has("accessConfigs")).isFalse();
    }

    @Test
    void usesAnImageFamilyOfAnotherProject() {
        GcpSettings settings =
                GcpSpecs.settings(Map.of("image", "", "imageFamily", "talos", "imageProject", "images-1"));
        assertThat(settings.imageOf(Optional.empty())).isEqualTo("projects/images-1/global/images/family/talos");
        assertThat(settings.imageOf(Optional.of("https://www.googleapis.com/compute/v1/projects/p/global/images/x")))
                .isEqualTo("projects/p/global/images/x");
    }

    @Test
    void rejectsNetworkDataAndTooMuchUserData() {
        MachineSpec spec = GcpSpecs.machine(MachineRole.WORKER);
        GcpSettings settings = GcpSpecs.settings(Map.of());
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> InstancePayload.of(
                        MachineSpecBuilder.builder(spec)
                                .networkData(Optional.of(new SensitiveText("x")))
                                .build(),
                        settings,
                        ZONE));
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> InstancePayload.of(
                        MachineSpecBuilder.builder(spec)
                                .userData(Optional.of(new SensitiveText("x".repeat(256 * 1024 + 1))))
                                .build(),
                        settings,
                        ZONE))
                .withMessageContaining("262145");
    }

    @Test
    void mapsLabelsToTheAlphabetOfGoogleCloud() {
        MachineSpec spec = GcpSpecs.machine(MachineRole.WORKER);
        assertThat(GcpOwnership.labels(spec.id(), spec.labels()))
                .isEqualTo(Map.of(
                        "butler-managed-by", "butler",
                        "butler-owner", "owner-1",
                        "butler-machine", "demo-cp-0",
                        "butler-butlerlabs-dev-role", "control-plane",
                        "l-9lives", "x"));
        assertThat(GcpOwnership.labels(spec.id(), Map.of("butler-owner", "forged")))
                .containsEntry("butler-owner", "owner-1");
    }
}
