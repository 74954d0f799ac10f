package dev.butlerlabs.core.provider.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.provider.discovery.MachineTypeOffer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AzureVmSkuTest {
    private static final String REGION = "westeurope";

    @Test
    void readsTheCapabilities() throws JsonProcessingException {
        assertThat(sku("Standard_D4s_v5", capability("vCPUs", "4") + "," + capability("MemoryGB", "16"), "")
                        .offer())
                .isEqualTo(new MachineTypeOffer("Standard_D4s_v5", 4, 16_384, false));
        assertThat(sku("Standard_DS1_v2", capability("vCPUs", "1") + "," + capability("MemoryGB", "3.5"), "")
                        .offer())
                .isEqualTo(new MachineTypeOffer("Standard_DS1_v2", 1, 3584, false));
        assertThat(sku(
                                "Standard_D4ps_v5",
                                capability("vCPUs", "4") + "," + capability("CpuArchitectureType", "Arm64"),
                                "")
                        .offer())
                .isEqualTo(new MachineTypeOffer("Standard_D4ps_v5", 4, 0, true));
    }

    @Test
    void aConstrainedSizeHasFewerCpusThanItCountsFor() throws JsonProcessingException {
        AzureVmSku sku =
                sku("Standard_E4-2s_v5", capability("vCPUs", "4") + "," + capability("vCPUsAvailable", "2"), "");

        assertThat(sku.cores()).isEqualTo(4);
        assertThat(sku.offer().cpus()).isEqualTo(2);
    }

    @Test
    void aRestrictedLocationMakesTheSizeUnavailable() throws JsonProcessingException {
        AzureVmSku sku = sku("Standard_D4s_v5", "", """
                {"type": "Location", "values": ["WestEurope"], "reasonCode": "NotAvailableForSubscription"}""");

        assertThat(sku.isAvailable(REGION, List.of())).isFalse();
        assertThat(sku.isAvailable("West Europe", List.of("1"))).isFalse();
        assertThat(sku.isAvailable("northeurope", List.of("1"))).isTrue();
    }

    @Test
    void aRestrictedZoneMattersOnlyIfMachinesAreThere() throws JsonProcessingException {
        AzureVmSku sku = sku("Standard_D4s_v5", "", """
                {"type": "Zone", "values": ["westeurope"], "restrictionInfo": {"locations": ["westeurope"], "zones": ["2"]},
                 "reasonCode": "NotAvailableForSubscription"}""");

        assertThat(sku.isAvailable(REGION, List.of())).isTrue();
        assertThat(sku.isAvailable(REGION, List.of("1"))).isTrue();
        assertThat(sku.isAvailable(REGION, List.of("1", "2"))).isFalse();
        assertThat(sku.isRestricted(REGION, Optional.of("2"))).isTrue();
    }

    @Test
    void everyZoneMustOfferTheSize() throws JsonProcessingException {
        AzureVmSku sku = sku("Standard_D4s_v5", "", "");

        assertThat(sku.isAvailable(REGION, List.of("1", "2"))).isTrue();
        assertThat(sku.isAvailable(REGION, List.of("1", "3"))).isFalse();
    }

    private static String capability(String name, String value) {
        return "{\"name\": \"%s\", \"value\": \"%s\"}".formatted(name, value);
    }

    private static AzureVmSku sku(String name, String capabilities, String restrictions)
            throws JsonProcessingException {
        return new AzureVmSku(new ObjectMapper().readTree("""
                {"resourceType": "virtualMachines", "name": "%s", "locations": ["westeurope"],
                 "locationInfo": [{"location": "westeurope", "zones": ["1", "2"]}],
                 "capabilities": [%s], "restrictions": [%s]}""".formatted(name, capabilities, restrictions)));
    }
}
