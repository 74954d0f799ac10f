package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;

/** The desired state of the tenant cluster. */
@ApiRecord
@JsonClassDescription("The desired state of the tenant cluster.")
public record TenantClusterSpec(
        @Required @Pattern("^v\\d+\\.\\d+\\.\\d+$") @JsonPropertyDescription("Kubernetes version, such as v1.31.4.")
        String kubernetesVersion,

        @JsonPropertyDescription("Team of the cluster.") LocalReference teamRef,

        @JsonPropertyDescription("ProviderConfig of the workers. Defaults to that of the team or the platform.")
        ObjectReference providerConfigRef,

        @JsonPropertyDescription("The hosted control plane.")
        ControlPlane controlPlane,

        @Required @JsonPropertyDescription("The worker machines.")
        Workers workers,

        @JsonPropertyDescription("Network of the cluster.") Networking networking,

        @JsonPropertyDescription("Addons of the cluster.") TenantClusterAddons addons,

        @JsonPropertyDescription("Infrastructure settings that override the ProviderConfig for this cluster.")
        InfrastructureOverride infrastructureOverride,

        @JsonPropertyDescription("Management policy of the cluster.")
        ManagementPolicy managementPolicy,

        @JsonPropertyDescription("Development workspaces on the cluster.")
        Workspaces workspaces,

        @JsonPropertyDescription("Time servers of the machines.")
        List<String> timeServers) {
    public TenantClusterSpec {
        timeServers = NullSafeCopies.of(timeServers);
    }

    /** The hosted control plane. */
    @ApiRecord
    public record ControlPlane(
            @Default("1") @Min(1) @Max(3) @JsonPropertyDescription("Replicas of each control plane component.")
            Integer replicas,

            @JsonPropertyDescription("How the control plane is exposed. Defaults to the platform setting.")
            ServiceType serviceType,

            @JsonPropertyDescription("Data store of the control plane. Defaults to the default data store.")
            LocalReference dataStoreRef,

            @JsonPropertyDescription("Additional subject alternative names of the API server certificate.")
            List<String> certSANs,

            @Default("true") @JsonPropertyDescription("Whether nodes use an external cloud provider.")
            Boolean externalCloudProvider,

            @JsonPropertyDescription("Resources of each control plane component.")
            ControlPlaneResources resources) {
        public ControlPlane {
            certSANs = NullSafeCopies.of(certSANs);
        }

        /** Exposure of a control plane. */
        public enum ServiceType {
            @JsonProperty("LoadBalancer")
            LOAD_BALANCER,
            @JsonProperty("NodePort")
            NODE_PORT,
            @JsonProperty("ClusterIP")
            CLUSTER_IP
        }
    }

    /** The worker machines. */
    @ApiRecord
    public record Workers(
            @Required @Min(1) @JsonPropertyDescription("Number of machines.")
            int replicas,

            @JsonPropertyDescription("Template of each machine.")
            MachineTemplate machineTemplate) {}

    /** The template of a worker machine. */
    @ApiRecord
    public record MachineTemplate(
            @Default("4") @Min(1) @JsonPropertyDescription("Virtual CPUs.")
            Integer cpu,

            @Default("16Gi") @JsonPropertyDescription("Memory.")
            Quantity memory,

            @Default("100Gi") @JsonPropertyDescription("Boot disk size.")
            Quantity diskSize,

            @JsonPropertyDescription("The operating system.")
            OperatingSystem os) {}

    /** The operating system of a worker machine. */
    @ApiRecord
    public record OperatingSystem(
            @Default("rocky") @JsonPropertyDescription("Type of the operating system.")
            Type type,

            @Default("9.5") @JsonPropertyDescription("Version of the operating system.")
            String version,

            @JsonPropertyDescription("Image on the infrastructure. Defaults to the image for type and version.")
            String imageRef,

            @JsonPropertyDescription("ID of the Image Factory schematic of the image.")
            String schematicID,

            @JsonPropertyDescription("SSH public key that is authorized on the machines.")
            String sshAuthorizedKey,

            @JsonPropertyDescription("Talos settings.") Talos talos) {
        /** Operating systems of worker machines. */
        public enum Type {
            @JsonProperty("rocky")
            ROCKY,
            @JsonProperty("flatcar")
            FLATCAR,
            @JsonProperty("talos")
            TALOS,
            @JsonProperty("kairos")
            KAIROS,
            @JsonProperty("bottlerocket")
            BOTTLEROCKET
        }
    }

    /** Talos settings of worker machines. */
    @ApiRecord
    public record Talos(
            @Default(Talos.DEFAULT_VERSION) @JsonPropertyDescription("Talos version.")
            String version,

            @Default("/dev/vda") @JsonPropertyDescription("Installation disk.")
            String installDisk,

            @JsonPropertyDescription("Installer image. Defaults to the image for schematic and version.")
            String installerImage) {
        /** The version of a TenantCluster that names none. It is part of the API and does not follow the version list. */
        public static final String DEFAULT_VERSION = "v1.9.3";
    }

    /** Network of the cluster. */
    @ApiRecord
    public record Networking(
            @Default("10.244.0.0/16") @JsonPropertyDescription("Pod CIDR.")
            String podCIDR,

            @Default("10.96.0.0/12") @JsonPropertyDescription("Service CIDR.")
            String serviceCIDR,

            @JsonPropertyDescription(
                    "Addresses for Services of type LoadBalancer. Allocated from a NetworkPool by default.")
            AddressRange loadBalancerPool,

            @Min(1)
            @JsonPropertyDescription(
                    "Number of addresses to allocate from the NetworkPool for Services of type LoadBalancer.")
            Integer lbPoolSize) {}

    /** Management policy of a cluster. */
    @ApiRecord
    public record ManagementPolicy(
            @Default("Active")
            @JsonPropertyDescription(
                    "Whether Butler manages the cluster, only observes it, or leaves the addons to GitOps.")
            Mode mode) {
        /** Management modes. */
        public enum Mode {
            @JsonProperty("Active")
            ACTIVE,
            @JsonProperty("Observe")
            OBSERVE,
            @JsonProperty("GitOps")
            GIT_OPS
        }
    }

    /** Development workspaces on a cluster. */
    @ApiRecord
    public record Workspaces(
            @Required @Default("false") @JsonPropertyDescription("Whether workspaces are enabled.")
            boolean enabled,

            @Default("ghcr.io/butlerdotdev/workspace-base:latest")
            @JsonPropertyDescription("Default image of workspaces.")
            String defaultImage,

            @Default("20") @JsonPropertyDescription("Maximum number of workspaces.")
            Integer maxWorkspaces,

            @Default("720h") @JsonPropertyDescription("Retention time of stopped workspaces.")
            String autoDeleteAfter,

            @JsonPropertyDescription("Resource quota for all workspaces.")
            WorkspaceQuota resourceQuota) {}

    /** Resource quota for all workspaces of a cluster. */
    @ApiRecord
    public record WorkspaceQuota(
            @Default("16") @JsonPropertyDescription("Processors.")
            String maxCPU,

            @Default("32Gi") @JsonPropertyDescription("Memory.")
            String maxMemory,

            @Default("500Gi") @JsonPropertyDescription("Storage.")
            String maxStorage) {}
}
