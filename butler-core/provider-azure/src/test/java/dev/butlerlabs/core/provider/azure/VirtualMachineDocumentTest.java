package dev.butlerlabs.core.provider.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VirtualMachineDocumentTest {
    private static JsonNode document() {
        return VirtualMachineDocument.of(AzureCases.spec("cp-0"), AzureCases.settings(), "/nic", Optional.of("2"));
    }

    @Test
    void everythingIsDeletedWithTheMachine() {
        JsonNode vm = document();
        assertThat(vm.at("/properties/storageProfile/osDisk/deleteOption").asText())
                .isEqualTo("Delete");
        assertThat(vm.at("/properties/storageProfile/dataDisks").valueStream())
                .hasSize(2)
                .allSatisfy(
                        disk -> assertThat(disk.path("deleteOption").asText()).isEqualTo("Delete"));
        assertThat(vm.at("/properties/networkProfile/networkInterfaces/0/properties/deleteOption")
                        .asText())
                .isEqualTo("Delete");
    }

    @Test
    void hasSizeZoneDisksAndTags() {
        JsonNode vm = document();
        assertThat(vm.at("/zones/0").asText()).isEqualTo("2");
        assertThat(vm.at("/properties/hardwareProfile/vmSize").asText()).isEqualTo("Standard_D4s_v5");
        assertThat(vm.at("/properties/storageProfile/osDisk/name").asText()).isEqualTo("cp-0-os");
        assertThat(vm.at("/properties/storageProfile/dataDisks/1/managedDisk/storageAccountType")
                        .asText())
                .isEqualTo("StandardSSD_LRS");
        assertThat(AzureOwnershipTags.isOf(AzureCases.spec("cp-0").id(), vm)).isTrue();
        assertThat(vm.path("tags").propertyStream())
                .noneMatch(tag -> tag.getKey().contains("/"));
    }

    @Test
    void sendsTheConfigurationAsCustomDataAndARandomPassword() {
        JsonNode system = document().at("/properties/osProfile");
        assertThat(new String(
                        Base64.getDecoder().decode(system.path("customData").asText()), StandardCharsets.UTF_8))
                .isEqualTo("machine: {type: controlplane}");
        assertThat(system.path("adminPassword").asText())
                .hasSizeBetween(12, 72)
                .isNotEqualTo(
                        document().at("/properties/osProfile/adminPassword").asText());
    }

    @Test
    void rejectsCustomDataThatIsTooLarge() {
        SensitiveText large = new SensitiveText("x".repeat(49_153));
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> CustomDataEncoder.of(large))
                .withMessageContaining("65540");
        assertThat(CustomDataEncoder.of(new SensitiveText("x".repeat(49_152)))).hasSize(65_536);
    }

    @Test
    void refersToEveryKindOfImage() {
        assertThat(VirtualMachineDocument.image("p:o:s:v").path("publisher").asText())
                .isEqualTo("p");
        assertThat(VirtualMachineDocument.image("/subscriptions/s/x/images/y")
                        .path("id")
                        .asText())
                .isEqualTo("/subscriptions/s/x/images/y");
        assertThat(VirtualMachineDocument.image("/CommunityGalleries/a/Images/b")
                        .has("communityGalleryImageId"))
                .isTrue();
        assertThat(VirtualMachineDocument.image("/SharedGalleries/a/Images/b").has("sharedGalleryImageId"))
                .isTrue();
    }

    @Test
    void isInAnAvailabilitySetOrInAZone() {
        AzureSettings set = AzureSettingsBuilder.builder(AzureCases.settings())
                .availabilitySet(Optional.of("set"))
                .build();
        assertThat(VirtualMachineDocument.of(AzureCases.spec("cp-0"), set, "/nic", Optional.empty())
                        .at("/properties/availabilitySet/id")
                        .asText())
                .endsWith("/Microsoft.Compute/availabilitySets/set");
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> AzureZoneSelection.inOrderFor("cp-0", Optional.of("1"), set, 0));
    }

    @Test
    void needsAnImage() {
        AzureSettings none = AzureSettingsBuilder.builder(AzureCases.settings())
                .image(Optional.empty())
                .build();
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> none.imageOf(AzureCases.spec("cp-0")))
                .withMessageContaining("cp-0");
        assertThat(none.imageOf(MachineSpecBuilder.builder(AzureCases.spec("cp-0"))
                        .image(Optional.of("a:b:c:d"))
                        .build()))
                .isEqualTo("a:b:c:d");
    }

    @Test
    void keepsTheSettingsOfANetworkInterfaceThatItChanges() {
        ObjectNode nic = NetworkInterfaceDocument.of(AzureCases.spec("cp-0"), AzureCases.settings(), Optional.empty());
        nic.put("etag", "W/\"1\"").put("id", "/x").put("name", "cp-0-nic");
        ((ObjectNode) nic.path("properties"))
                .put("enableAcceleratedNetworking", true)
                .put("provisioningState", "Succeeded")
                .put("macAddress", "00");
        ObjectNode changed = NetworkInterfaceDocument.withPools(nic, List.of("/pool"));
        assertThat(NetworkInterfaceDocument.pools(changed)).containsExactly("/pool");
        assertThat(changed.at("/properties/enableAcceleratedNetworking").asBoolean())
                .isTrue();
        assertThat(changed.at("/properties/ipConfigurations/0/properties/subnet/id")
                        .asText())
                .contains("/resourceGroups/network-group/", "/virtualNetworks/vnet/subnets/machines");
        assertThat(JsonDocument.text(changed, "/etag")).isEmpty();
        assertThat(JsonDocument.text(changed, "/properties/macAddress")).isEmpty();
        assertThat(NetworkInterfaceDocument.pools(nic)).isEmpty();
    }
}
