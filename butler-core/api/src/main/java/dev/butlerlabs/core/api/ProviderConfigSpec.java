package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Map;

/** Endpoint, credentials and settings of the infrastructure. Only the section of the provider is set. */
@ApiRecord
@JsonClassDescription("Endpoint, credentials and settings of the infrastructure.")
@ValidationRule(
        value = "self.provider == 'local' || (has(self.credentialsRef) && self.credentialsRef.name != '')",
        message = "Every provider but local needs credentialsRef.name.")
public record ProviderConfigSpec(
        @Required
        @JsonPropertyDescription(
                "Infrastructure provider: harvester, nutanix, proxmox, azure, aws, gcp, local, or another installed provider.")
        String provider,

        @JsonPropertyDescription("Secret with the credentials.")
        SecretReference credentialsRef,

        @JsonPropertyDescription("Scope of the infrastructure.")
        Scope scope,

        @JsonPropertyDescription("Limits per team.") Limits limits,

        @JsonPropertyDescription("Addresses of this infrastructure and how they are allocated.")
        ProviderNetwork network,

        @JsonPropertyDescription("Harvester settings.") Harvester harvester,
        @JsonPropertyDescription("Nutanix settings.") Nutanix nutanix,
        @JsonPropertyDescription("Proxmox VE settings.") Proxmox proxmox,

        @JsonPropertyDescription("Google Cloud settings.") Gcp gcp,

        @JsonPropertyDescription("AWS settings.") Aws aws,
        @JsonPropertyDescription("Azure settings.") Azure azure,

        @JsonPropertyDescription("Settings for local clusters in containers.")
        Local local) {

    /** Scope of the infrastructure. */
    @ApiRecord
    public record Scope(
            @Default("platform") @JsonPropertyDescription("Platform-wide, or limited to one team.")
            Type type,

            @JsonPropertyDescription("Team, if the scope is limited to one team.")
            LocalReference teamRef) {
        /** Platform-wide, or limited to one team. */
        public enum Type {
            @JsonProperty("platform")
            PLATFORM,
            @JsonProperty("team")
            TEAM
        }
    }

    /** Resource limits of a team. */
    @ApiRecord
    public record Limits(
            @Min(1) @JsonPropertyDescription("Maximum number of tenant clusters per team on this infrastructure.")
            Integer maxClustersPerTeam,

            @Min(1) @JsonPropertyDescription("Maximum number of nodes per team on this infrastructure.")
            Integer maxNodesPerTeam) {}

    /** Harvester settings. */
    @ApiRecord
    public record Harvester(
            @JsonPropertyDescription(
                    "URL of the Harvester API. Defaults to the server in the kubeconfig of the credentials.")
            String endpoint,

            @Default("default") @JsonPropertyDescription("Namespace of the virtual machines.")
            String namespace,

            @Required @Pattern("^[a-z0-9-]+/[a-z0-9-]+$") @JsonPropertyDescription("VM network as namespace/name.")
            String networkName,

            @JsonPropertyDescription("Image to boot, as namespace/name.")
            String imageName,

            @JsonPropertyDescription(
                    "Default storage class of data disks. The boot disk always uses the storage class of its image.")
            String storageClassName,

            @JsonPropertyDescription("Whether machines boot with UEFI instead of BIOS.")
            Boolean uefi,

            @JsonPropertyDescription("Run strategy of the virtual machines. Defaults to Always.")
            RunStrategy runStrategy) {
        /** Run strategies of virtual machines. */
        public enum RunStrategy {
            @JsonProperty("Always")
            ALWAYS,
            @JsonProperty("RerunOnFailure")
            RERUN_ON_FAILURE
        }
    }

    /** Nutanix settings. */
    @ApiRecord
    public record Nutanix(
            @Required @Pattern(FieldPatterns.WEB_URL) @JsonPropertyDescription("URL of Prism Central.")
            String endpoint,

            @Default("9440") @JsonPropertyDescription("Port of Prism Central.")
            Integer port,

            @Default("false") @JsonPropertyDescription("Whether to skip verification of the Prism Central certificate.")
            Boolean insecure,

            @Required @JsonPropertyDescription("UUID of the Nutanix cluster.")
            String clusterUUID,

            @Required @JsonPropertyDescription("UUID of the subnet.")
            String subnetUUID,

            @JsonPropertyDescription("Image to boot.") String imageUUID,

            @JsonPropertyDescription("UUID of the storage container.")
            String storageContainerUUID,

            @JsonPropertyDescription("Static host name entries for the machines.")
            Map<String, String> hostAliases) {
        public Nutanix {
            hostAliases = NullSafeCopies.of(hostAliases);
        }
    }

    /** Proxmox VE settings. */
    @ApiRecord
    public record Proxmox(
            @Required @Pattern(FieldPatterns.WEB_URL) @JsonPropertyDescription("URL of the Proxmox API.")
            String endpoint,

            @Default("false") @JsonPropertyDescription("Whether to skip verification of the API certificate.")
            Boolean insecure,

            @Required @Size(min = 1) @JsonPropertyDescription("Proxmox nodes to distribute the virtual machines over.")
            List<String> nodes,

            @Required @JsonPropertyDescription("Storage of the disks.")
            String storage,

            @JsonPropertyDescription("Template to clone.") Integer templateID,

            @JsonPropertyDescription("Range of VM IDs.") VmidRange vmidRange,

            @JsonPropertyDescription(
                    "Disk image to import instead of cloning a template, such as local:import/talos.qcow2.")
            String importVolume,

            @JsonPropertyDescription(
                    "Storage of transferred images. Defaults to one with the content type import, preferably a shared one.")
            String imageStorage,

            @JsonPropertyDescription("Bridge of the network interface. Defaults to that of the template, or vmbr0.")
            String bridge,

            @Min(1) @Max(4094) @JsonPropertyDescription("VLAN tag of the network interface.")
            Integer vlan,

            @JsonPropertyDescription("Resource pool of the virtual machines.")
            String pool,

            @JsonPropertyDescription("Static addresses of host names, by name.")
            Map<String, String> hostAliases) {
        public Proxmox {
            nodes = NullSafeCopies.of(nodes);
            hostAliases = NullSafeCopies.of(hostAliases);
        }
    }

    /** A range of Proxmox VE VM IDs. */
    @ApiRecord
    public record VmidRange(
            @Required @Min(100) @JsonPropertyDescription("First ID.")
            int start,

            @Required @Min(100) @JsonPropertyDescription("Last ID.")
            int end) {}

    /** Google Cloud settings. */
    @ApiRecord
    public record Gcp(
            @Required @JsonPropertyDescription("Google Cloud project.")
            String projectID,

            @Required @JsonPropertyDescription("Region of the machines.")
            String region,

            @JsonPropertyDescription("Zone of the machines. Defaults to a zone of the region.")
            String zone,

            @JsonPropertyDescription("Network of the machines.")
            String network,

            @JsonPropertyDescription("Subnetwork of the machines.")
            String subnetwork,

            @JsonPropertyDescription("Machine type. Defaults to one that matches cpu and memory.")
            String machineType,

            @JsonPropertyDescription("Image to boot.") String image,

            @JsonPropertyDescription("Image family. The newest image is used.")
            String imageFamily,

            @JsonPropertyDescription("Project of the image.")
            String imageProject,

            @JsonPropertyDescription("Service account of the machines.")
            String serviceAccount,

            @JsonPropertyDescription("Network tags of the machines.")
            List<String> tags,

            @JsonPropertyDescription("URL of the Compute Engine API, for private clouds. Defaults to Google.")
            String endpoint,

            @JsonPropertyDescription("How Butler gets access tokens. Defaults to self-signed.")
            TokenSource tokenSource,

            @JsonPropertyDescription("Type of the disks. Defaults to pd-balanced.")
            String diskType,

            @JsonPropertyDescription("Whether machines get a public IP address. Defaults to true.")
            Boolean publicAddress,

            @JsonPropertyDescription("Scheme of the control plane load balancer. Defaults to internet-facing.")
            Aws.LoadBalancerScheme loadBalancerScheme,

            @JsonPropertyDescription("Source ranges that may connect to the Kubernetes API. Defaults to all addresses.")
            List<String> apiSourceRanges,

            @JsonPropertyDescription(
                    "Bucket of Cloud Storage that images are uploaded to. Defaults to one that Butler creates.")
            String imageBucket) {
        public Gcp {
            tags = NullSafeCopies.of(tags);
            apiSourceRanges = NullSafeCopies.of(apiSourceRanges);
        }

        /** Sources of access tokens. */
        public enum TokenSource {
            @JsonProperty("self-signed")
            SELF_SIGNED,
            @JsonProperty("exchange")
            EXCHANGE,
            @JsonProperty("metadata")
            METADATA
        }
    }

    /** AWS settings. */
    @ApiRecord
    public record Aws(
            @Required @JsonPropertyDescription("Region of the machines.")
            String region,

            @JsonPropertyDescription("URL of the AWS API, for compatible private clouds. Defaults to AWS.")
            String endpoint,

            @JsonPropertyDescription("VPC of the machines.") String vpcID,

            @JsonPropertyDescription("Subnets to distribute the machines over.")
            List<String> subnetIDs,

            @JsonPropertyDescription("Security groups of the machines.")
            List<String> securityGroupIDs,

            @JsonPropertyDescription("Instance type. Defaults to one that matches cpu and memory.")
            String instanceType,

            @JsonPropertyDescription(
                    "Image: an AMI ID, a Talos version or a name pattern. Defaults to the newest Talos version.")
            String ami,

            @JsonPropertyDescription("Account that owns the images for lookups by name.")
            String imageOwner,

            @JsonPropertyDescription("CPU architecture of the machines. Defaults to amd64.")
            Architecture architecture,

            @JsonPropertyDescription("Whether machines get a public IP address. Defaults to true.")
            Boolean publicAddress,

            @JsonPropertyDescription("Scheme of the control plane load balancer. Defaults to internet-facing.")
            LoadBalancerScheme loadBalancerScheme) {
        public Aws {
            subnetIDs = NullSafeCopies.of(subnetIDs);
            securityGroupIDs = NullSafeCopies.of(securityGroupIDs);
        }

        /** CPU architectures of machines. */
        public enum Architecture {
            @JsonProperty("amd64")
            AMD64,
            @JsonProperty("arm64")
            ARM64
        }

        /** Load balancer schemes. */
        public enum LoadBalancerScheme {
            @JsonProperty("internet-facing")
            INTERNET_FACING,
            @JsonProperty("internal")
            INTERNAL
        }
    }

    /** Azure settings. */
    @ApiRecord
    public record Azure(
            @Required @JsonPropertyDescription("Azure subscription.")
            String subscriptionID,

            @Required @JsonPropertyDescription("Resource group of the machines.")
            String resourceGroup,

            @JsonPropertyDescription("Region of the machines.")
            String location,

            @JsonPropertyDescription("Virtual network of the machines.")
            String vnetName,

            @JsonPropertyDescription("Subnet of the machines.")
            String subnetName,

            @JsonPropertyDescription("VM size. Defaults to one that matches cpu and memory.")
            String vmSize,

            @JsonPropertyDescription("Image to boot, as publisher:offer:sku:version.")
            String imageURN,

            @JsonPropertyDescription(
                    "Image to boot, by resource ID: a managed image, or one of a gallery. imageURN takes precedence.")
            String imageID,

            @JsonPropertyDescription("Resource group of the virtual network. Defaults to resourceGroup.")
            String vnetResourceGroup,

            @JsonPropertyDescription(
                    "Network security group of every machine, by name or resource ID. Defaults to that of the subnet.")
            String securityGroupName,

            @JsonPropertyDescription("Availability zones to distribute the machines over.")
            List<String> zones,

            @JsonPropertyDescription("Existing availability set of the machines, instead of zones.")
            String availabilitySet,

            @JsonPropertyDescription("Whether machines get a public IP address. Defaults to false.")
            Boolean publicAddress,

            @JsonPropertyDescription("Type of the disks. Defaults to Premium_LRS.")
            String diskType,

            @JsonPropertyDescription("URL of Azure Resource Manager, for sovereign clouds. Defaults to Azure.")
            String endpoint,

            @JsonPropertyDescription("URL of Microsoft Entra ID, for sovereign clouds. Defaults to Azure.")
            String authorityHost,

            @JsonPropertyDescription(
                    "How Butler authenticates. The identities of Butler itself, workload-identity and managed-identity, are only available to the platform. Defaults to client-secret.")
            Identity identity) {
        public Azure {
            zones = NullSafeCopies.of(zones);
        }

        /** How Butler authenticates. */
        public enum Identity {
            @JsonProperty("client-secret")
            CLIENT_SECRET,
            @JsonProperty("workload-identity")
            WORKLOAD_IDENTITY,
            @JsonProperty("managed-identity")
            MANAGED_IDENTITY
        }
    }

    /** Settings for local clusters in containers. */
    @ApiRecord
    public record Local(
            @JsonPropertyDescription("Node image.") String kindNodeImage,

            @JsonPropertyDescription(
                    "Address of the Docker engine, such as unix:///var/run/docker.sock. Defaults to the engine that the docker command uses.")
            String dockerHost,

            @JsonPropertyDescription("Talos image of the machines, such as ghcr.io/siderolabs/talos:v1.12.1.")
            String image,

            @JsonPropertyDescription(
                    "How Butler connects to the machines: at their addresses (direct), through published ports of the engine (ports), or at their addresses if these are reachable (auto, the default).")
            Access access) {
        /** How Butler connects to the machines. */
        public enum Access {
            @JsonProperty("auto")
            AUTO,
            @JsonProperty("direct")
            DIRECT,
            @JsonProperty("ports")
            PORTS
        }
    }
}
