package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Settings of the infrastructure that differ for one cluster. */
@ApiRecord
public record InfrastructureOverride(
        @JsonPropertyDescription("Settings for Harvester.") Harvester harvester,

        @JsonPropertyDescription("Settings for Nutanix.") Nutanix nutanix,

        @JsonPropertyDescription("Settings for Proxmox VE.") Proxmox proxmox,

        @JsonPropertyDescription("Settings for Google Cloud.")
        Gcp gcp) {

    /** Settings for Harvester that differ for one cluster. */
    @ApiRecord
    public record Harvester(
            @JsonPropertyDescription("Namespace the machines are made in.")
            String namespace,

            @JsonPropertyDescription("Virtual machine network as namespace/name.")
            String networkName,

            @JsonPropertyDescription("Image to boot, as namespace/name.")
            String imageName) {}

    /** Settings for Nutanix that differ for one cluster. */
    @ApiRecord
    public record Nutanix(
            @JsonPropertyDescription("Cluster the machines are made on.")
            String clusterUUID,

            @JsonPropertyDescription("Subnet the machines are connected to.")
            String subnetUUID,

            @JsonPropertyDescription("Image to boot.") String imageUUID,

            @JsonPropertyDescription("Storage container of the disks.")
            String storageContainerUUID) {}

    /** Settings for Proxmox VE that differ for one cluster. */
    @ApiRecord
    public record Proxmox(
            @JsonPropertyDescription("Host the machines are made on.")
            String node,

            @JsonPropertyDescription("Storage of the disks.")
            String storage,

            @JsonPropertyDescription("Template the machines are cloned from.")
            Long templateID) {}

    /** Settings for Google Cloud that differ for one cluster. */
    @ApiRecord
    public record Gcp(
            @JsonPropertyDescription("Zone of the machines.")
            String zone,

            @JsonPropertyDescription("Subnetwork of the machines.")
            String subnetwork,

            @JsonPropertyDescription("Machine type.") String machineType,
            @JsonPropertyDescription("Image to boot.") String image,

            @JsonPropertyDescription("Image family, of which the newest image is booted.")
            String imageFamily) {}
}
