package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.MachineSpec;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The common settings of machines.
 *
 * @param location region of all resources; this, network and subnet are empty in settings for tenant clusters only
 * @param networkGroup resource group of the virtual network
 * @param securityGroup name or ID of the network security group of every machine
 * @param vmSize VM size of every machine; derived from CPU and memory if empty
 * @param image URN or resource ID of the image
 * @param zones availability zones to distribute the machines over
 * @param availabilitySet existing availability set of the machines; never together with zones
 * @param publicAddress whether machines have a public IP address
 * @param diskType type of the disks, unless a disk specifies another
 * @param endpoint URL of Azure Resource Manager
 * @param authority URL of Microsoft Entra ID
 */
@RecordBuilder
record AzureSettings(
        String subscription,
        String resourceGroup,
        String location,
        String network,
        String networkGroup,
        String subnet,
        Optional<String> securityGroup,
        Optional<String> vmSize,
        Optional<String> image,
        List<String> zones,
        Optional<String> availabilitySet,
        boolean publicAddress,
        String diskType,
        URI endpoint,
        URI authority,
        AzureIdentity identity) {
    AzureSettings {
        zones = List.copyOf(zones);
    }

    /** Rejects settings without a network for machines, with every problem. */
    void requireMachineSettings() {
        List<InputProblem> missing = Stream.of(
                        Map.entry("spec.azure.location", location),
                        Map.entry("spec.azure.vnetName", network),
                        Map.entry("spec.azure.subnetName", subnet))
                .filter(setting -> setting.getValue().isBlank())
                .map(setting -> new InputProblem(setting.getKey(), "is missing"))
                .toList();
        if (!missing.isEmpty()) {
            throw ButlerException.invalid("The Azure settings do not allow machines.", missing);
        }
    }

    String imageOf(MachineSpec spec) {
        return spec.image()
                .filter(text -> !text.isBlank())
                .or(this::image)
                .orElseThrow(
                        () -> new ButlerException(
                                ErrorCode.INVALID_INPUT,
                                "Neither machine %s nor the Azure settings specify an image."
                                        .formatted(spec.id().name()),
                                "Set imageURN to publisher:offer:sku:version, or imageID to the resource ID of a Talos image."));
    }

    /** Returns whether a text of Azure names the region: display names have spaces and capitals. */
    boolean isHere(String region) {
        return plain(region).equals(plain(location));
    }

    private static String plain(String region) {
        return region.replace(" ", "").toLowerCase(Locale.ROOT);
    }
}
