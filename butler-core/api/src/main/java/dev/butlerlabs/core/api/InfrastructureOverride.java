package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Infrastructure settings that override the ProviderConfig for one cluster. */
@ApiRecord
public record InfrastructureOverride(
        @JsonPropertyDescription("Harvester settings.") Harvester harvester,

        @JsonPropertyDescription("Nutanix settings.") Nutanix nutanix,

        @JsonPropertyDescription("Proxmox VE settings.") Proxmox proxmox,

        @JsonPropertyDescription("Google Cloud settings.") Gcp gcp) {

    /** Harvester settings of one cluster. */
    @ApiRecord
    public record Harvester(
            @JsonPropertyDescription("Namespace of the virtual machines.")
            String namespace,

            @JsonPropertyDescription("VM network as namespace/name.")
            String networkName,

            @JsonPropertyDescription("Image to boot, as namespace/name.")
            String imageName) {}

    /** Nutanix settings of one cluster. */
    @ApiRecord
    public record Nutanix(
            @JsonPropertyDescription("UUID of the Nutanix cluster.")
            String clusterUUID,

            @JsonPropertyDescription("UUID of the subnet.") String subnetUUID,

            @JsonPropertyDescription("Image to boot.") String imageUUID,

            @JsonPropertyDescription("UUID of the storage container.")
            String storageContainerUUID) {}

    /** Proxmox VE settings of one cluster. */
    @ApiRecord
    public record Proxmox(
            @JsonPropertyDescription("Proxmox node of the virtual machines.")
            String node,

            @JsonPropertyDescription("Storage of the disks.")
            String storage,

            @JsonPropertyDescription("Template to clone.") Long templateID) {}

    /** Google Cloud settings of one cluster. */
    @ApiRecord
    public record Gcp(
            @JsonPropertyDescription("Zone of the machines.")
            String zone,

            @JsonPropertyDescription("Subnetwork of the machines.")
            String subnetwork,

            @JsonPropertyDescription("Machine type.") String machineType,
            @JsonPropertyDescription("Image to boot.") String image,

            @JsonPropertyDescription("Image family. The newest image is used.")
            String imageFamily) {}
}
