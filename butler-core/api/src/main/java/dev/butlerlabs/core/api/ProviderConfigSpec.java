package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Map;

/** Where the infrastructure is, how to log in, and what may be used of it. One section is filled: the provider's own. */
@ApiRecord
@JsonClassDescription("Where the infrastructure is, how to log in, and what may be used of it.")
@ValidationRule(
        value = "self.provider == 'local' || (has(self.credentialsRef) && self.credentialsRef.name != '')",
        message = "Every provider but local needs credentialsRef.name.")
public record ProviderConfigSpec(
        @Required
        @JsonPropertyDescription(
                "Infrastructure: harvester, nutanix, proxmox, azure, aws, gcp, local, or any other provider installed.")
        String provider,

        @JsonPropertyDescription("Secret with the credentials.")
        SecretReference credentialsRef,

        @JsonPropertyDescription("Who may use this infrastructure.")
        Scope scope,

        @JsonPropertyDescription("How much a team may use of this infrastructure.")
        Limits limits,

        @JsonPropertyDescription("Addresses of this infrastructure and how they are shared out.")
        ProviderNetwork network,

        @JsonPropertyDescription("Settings for Harvester.") Harvester harvester,
        @JsonPropertyDescription("Settings for Nutanix.") Nutanix nutanix,
        @JsonPropertyDescription("Settings for Proxmox VE.") Proxmox proxmox,

        @JsonPropertyDescription("Settings for Google Cloud.")
        Gcp gcp,

        @JsonPropertyDescription("Settings for AWS.") Aws aws,
        @JsonPropertyDescription("Settings for Azure.") Azure azure,

        @JsonPropertyDescription("Settings for clusters in containers on this machine.")
        Local local) {

    /** Who may use the infrastructure. */
    @ApiRecord
    public record Scope(
            @Default("platform") @JsonPropertyDescription("Every team, or one.")
            Type type,

            @JsonPropertyDescription("The team, when the scope is one team.")
            LocalReference teamRef) {
        /** Every team, or one. */
        public enum Type {
            @JsonProperty("platform")
            PLATFORM,
            @JsonProperty("team")
            TEAM
        }
    }

    /** How much a team may use. */
    @ApiRecord
    public record Limits(
            @Min(1) @JsonPropertyDescription("Tenant clusters a team may have here.")
            Integer maxClustersPerTeam,

            @Min(1) @JsonPropertyDescription("Nodes a team may have here.")
            Integer maxNodesPerTeam) {}

    /** Settings for Harvester. */
    @ApiRecord
    public record Harvester(
            @JsonPropertyDescription(
                    "Address of the Harvester API; the one in the kubeconfig of the credentials when left out.")
            String endpoint,

            @Default("default") @JsonPropertyDescription("Namespace the machines are made in.")
            String namespace,

            @Required
            @Pattern("^[a-z0-9-]+/[a-z0-9-]+$")
            @JsonPropertyDescription("Virtual machine network as namespace/name.")
            String networkName,

            @JsonPropertyDescription("Image to boot, as namespace/name.")
            String imageName,

            @JsonPropertyDescription(
                    "Storage class of data disks that name none; the boot disk always has the class of its image.")
            String storageClassName,

            @JsonPropertyDescription("Whether machines boot by UEFI instead of BIOS.")
            Boolean uefi,

            @JsonPropertyDescription("When the infrastructure starts a machine again by itself; always when left out.")
            RunStrategy runStrategy) {
        /** When a machine that ended is started again. */
        public enum RunStrategy {
            @JsonProperty("Always")
            ALWAYS,
            @JsonProperty("RerunOnFailure")
            RERUN_ON_FAILURE
        }
    }

    /** Settings for Nutanix. */
    @ApiRecord
    public record Nutanix(
            @Required @Pattern(Patterns.WEB_URL) @JsonPropertyDescription("Address of Prism Central.")
            String endpoint,

            @Default("9440") @JsonPropertyDescription("Port of Prism Central.")
            Integer port,

            @Default("false") @JsonPropertyDescription("Whether the certificate of Prism Central goes unchecked.")
            Boolean insecure,

            @Required @JsonPropertyDescription("Cluster the machines are made on.")
            String clusterUUID,

            @Required @JsonPropertyDescription("Subnet the machines are connected to.")
            String subnetUUID,

            @JsonPropertyDescription("Image to boot.") String imageUUID,

            @JsonPropertyDescription("Storage container of the disks.")
            String storageContainerUUID,

            @JsonPropertyDescription("Addresses of host names that no name server knows.")
            Map<String, String> hostAliases) {
        public Nutanix {
            hostAliases = Copies.of(hostAliases);
        }
    }

    /** Settings for Proxmox VE. */
    @ApiRecord
    public record Proxmox(
            @Required @Pattern(Patterns.WEB_URL) @JsonPropertyDescription("Address of the Proxmox API.")
            String endpoint,

            @Default("false") @JsonPropertyDescription("Whether the certificate of the API goes unchecked.")
            Boolean insecure,

            @Required @Size(min = 1) @JsonPropertyDescription("Hosts the machines are spread over.")
            List<String> nodes,

            @Required @JsonPropertyDescription("Storage of the disks.")
            String storage,

            @JsonPropertyDescription("Template the machines are cloned from.")
            Integer templateID,

            @JsonPropertyDescription("Ids the machines may take.")
            VmidRange vmidRange) {
        public Proxmox {
            nodes = Copies.of(nodes);
        }
    }

    /** Ids of machines on Proxmox VE. */
    @ApiRecord
    public record VmidRange(
            @Required @Min(100) @JsonPropertyDescription("First id.")
            int start,

            @Required @Min(100) @JsonPropertyDescription("Last id.")
            int end) {}

    /** Settings for Google Cloud. */
    @ApiRecord
    public record Gcp(
            @Required @JsonPropertyDescription("Project the machines are made in.")
            String projectID,

            @Required @JsonPropertyDescription("Region of the machines.")
            String region,

            @JsonPropertyDescription("Zone of the machines; chosen in the region when left out.")
            String zone,

            @JsonPropertyDescription("Network of the machines.")
            String network,

            @JsonPropertyDescription("Subnetwork of the machines.")
            String subnetwork,

            @JsonPropertyDescription("Machine type; one that fits cpu and memory when left out.")
            String machineType,

            @JsonPropertyDescription("Image to boot.") String image,

            @JsonPropertyDescription("Image family, of which the newest image is booted.")
            String imageFamily,

            @JsonPropertyDescription("Project that holds the image.")
            String imageProject,

            @JsonPropertyDescription("Service account of the machines.")
            String serviceAccount,

            @JsonPropertyDescription("Network tags of the machines.")
            List<String> tags) {
        public Gcp {
            tags = Copies.of(tags);
        }
    }

    /** Settings for AWS. */
    @ApiRecord
    public record Aws(
            @Required @JsonPropertyDescription("Region of the machines.")
            String region,

            @JsonPropertyDescription("Address of the AWS API, for private clouds; Amazon's own when left out.")
            String endpoint,

            @JsonPropertyDescription("VPC of the machines.") String vpcID,

            @JsonPropertyDescription("Subnets the machines are spread over.")
            List<String> subnetIDs,

            @JsonPropertyDescription("Security groups of the machines.")
            List<String> securityGroupIDs,

            @JsonPropertyDescription("Instance type of every machine; one that fits cpu and memory when left out.")
            String instanceType,

            @JsonPropertyDescription(
                    "Image to boot: an id, a Talos version or a name pattern; the newest Talos when left out.")
            String ami,

            @JsonPropertyDescription("Account whose images are looked through by name.")
            String imageOwner,

            @JsonPropertyDescription("Processors of the machines; amd64 when left out.")
            Architecture architecture,

            @JsonPropertyDescription(
                    "Whether machines get an address that is reached from the internet; they do when left out.")
            Boolean publicAddress,

            @JsonPropertyDescription(
                    "From where the load balancer of a control plane is reached; the internet when left out.")
            LoadBalancerScheme loadBalancerScheme) {
        public Aws {
            subnetIDs = Copies.of(subnetIDs);
            securityGroupIDs = Copies.of(securityGroupIDs);
        }

        /** Processors of machines. */
        public enum Architecture {
            @JsonProperty("amd64")
            AMD64,
            @JsonProperty("arm64")
            ARM64
        }

        /** From where a load balancer is reached. */
        public enum LoadBalancerScheme {
            @JsonProperty("internet-facing")
            INTERNET_FACING,
            @JsonProperty("internal")
            INTERNAL
        }
    }

    /** Settings for Azure. */
    @ApiRecord
    public record Azure(
            @Required @JsonPropertyDescription("Subscription that pays for the machines.")
            String subscriptionID,

            @Required @JsonPropertyDescription("Resource group the machines are made in.")
            String resourceGroup,

            @JsonPropertyDescription("Region of the machines.")
            String location,

            @JsonPropertyDescription("Virtual network of the machines.")
            String vnetName,

            @JsonPropertyDescription("Subnet of the machines.")
            String subnetName,

            @JsonPropertyDescription("Size of the machines; one that fits cpu and memory when left out.")
            String vmSize,

            @JsonPropertyDescription("Image to boot, as publisher:offer:sku:version.")
            String imageURN) {}

    /** Settings for clusters in containers on this machine. */
    @ApiRecord
    public record Local(
            @JsonPropertyDescription("Image of the nodes.") String kindNodeImage) {}
}
