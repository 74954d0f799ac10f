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

/** The tenant cluster that is wanted. */
@ApiRecord
@JsonClassDescription("The tenant cluster that is wanted.")
public record TenantClusterSpec(
        @Required @Pattern("^v\\d+\\.\\d+\\.\\d+$") @JsonPropertyDescription("Kubernetes version, such as v1.31.4.")
        String kubernetesVersion,

        @JsonPropertyDescription("The Team the cluster belongs to.")
        LocalReference teamRef,

        @JsonPropertyDescription(
                "The ProviderConfig of the workers; the one of the team or the platform when left out.")
        ObjectReference providerConfigRef,

        @JsonPropertyDescription("The hosted control plane.")
        ControlPlane controlPlane,

        @Required @JsonPropertyDescription("The machines that carry the workload.")
        Workers workers,

        @JsonPropertyDescription("Addresses of the cluster.")
        Networking networking,

        @JsonPropertyDescription("What is installed on the cluster.")
        TenantClusterAddons addons,

        @JsonPropertyDescription("Settings of the infrastructure that differ for this cluster.")
        InfrastructureOverride infrastructureOverride,

        @JsonPropertyDescription("How far Butler takes care of the cluster.")
        ManagementPolicy managementPolicy,

        @JsonPropertyDescription("Development workspaces on the cluster.")
        Workspaces workspaces,

        @JsonPropertyDescription("Time servers of the machines.")
        List<String> timeServers) {
    public TenantClusterSpec {
        timeServers = Copies.of(timeServers);
    }

    /** The hosted control plane. */
    @ApiRecord
    public record ControlPlane(
            @Default("1") @Min(1) @Max(3) @JsonPropertyDescription("Copies of each control plane component.")
            Integer replicas,

            @JsonPropertyDescription("How the control plane is reached; what the platform says when left out.")
            ServiceType serviceType,

            @JsonPropertyDescription("The data store that keeps its state; the default one when left out.")
            LocalReference dataStoreRef,

            @JsonPropertyDescription(
                    "Names and addresses the API server certificate is valid for, beside the usual ones.")
            List<String> certSANs,

            @Default("true") @JsonPropertyDescription("Whether nodes wait for a cloud controller to finish them.")
            Boolean externalCloudProvider,

            @JsonPropertyDescription("Resources of each control plane component.")
            ControlPlaneResources resources) {
        public ControlPlane {
            certSANs = Copies.of(certSANs);
        }

        /** How a control plane is reached. */
        public enum ServiceType {
            @JsonProperty("LoadBalancer")
            LOAD_BALANCER,
            @JsonProperty("NodePort")
            NODE_PORT,
            @JsonProperty("ClusterIP")
            CLUSTER_IP
        }
    }

    /** The machines that carry the workload. */
    @ApiRecord
    public record Workers(
            @Required @Min(1) @JsonPropertyDescription("Number of machines.")
            int replicas,

            @JsonPropertyDescription("What each machine is like.")
            MachineTemplate machineTemplate) {}

    /** What a worker machine is like. */
    @ApiRecord
    public record MachineTemplate(
            @Default("4") @Min(1) @JsonPropertyDescription("Virtual processors.")
            Integer cpu,

            @Default("16Gi") @JsonPropertyDescription("Memory.")
            Quantity memory,

            @Default("100Gi") @JsonPropertyDescription("Size of the boot disk.")
            Quantity diskSize,

            @JsonPropertyDescription("The operating system.")
            OperatingSystem os) {}

    /** The operating system of a worker machine. */
    @ApiRecord
    public record OperatingSystem(
            @Default("rocky") @JsonPropertyDescription("Which operating system.")
            Type type,

            @Default("9.5") @JsonPropertyDescription("Version of the operating system.")
            String version,

            @JsonPropertyDescription("Image on the infrastructure; found by type and version when left out.")
            String imageRef,

            @JsonPropertyDescription("Id of the image factory schematic the image is made from.")
            String schematicID,

            @JsonPropertyDescription("Public key that may log in over SSH.")
            String sshAuthorizedKey,

            @JsonPropertyDescription("Settings for Talos.") Talos talos) {
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

    /** Settings for Talos on worker machines. */
    @ApiRecord
    public record Talos(
            @Default("v1.9.3") @JsonPropertyDescription("Talos version.")
            String version,

            @Default("/dev/vda") @JsonPropertyDescription("Disk Talos is installed to.")
            String installDisk,

            @JsonPropertyDescription("Installer image; the one of schematic and version when left out.")
            String installerImage) {}

    /** Addresses of the cluster. */
    @ApiRecord
    public record Networking(
            @Default("10.244.0.0/16") @JsonPropertyDescription("Range the pods take their addresses from.")
            String podCIDR,

            @Default("10.96.0.0/12") @JsonPropertyDescription("Range the services take their addresses from.")
            String serviceCIDR,

            @JsonPropertyDescription(
                    "Addresses handed to services of type LoadBalancer; taken from a NetworkPool when left out.")
            AddressRange loadBalancerPool,

            @Min(1)
            @JsonPropertyDescription("Addresses to take from the NetworkPool for services of type LoadBalancer.")
            Integer lbPoolSize) {}

    /** How far Butler takes care of a cluster. */
    @ApiRecord
    public record ManagementPolicy(
            @Default("Active")
            @JsonPropertyDescription("Whether Butler acts, only looks, or leaves the addons to a Git repository.")
            Mode mode) {
        /** Who acts on a cluster. */
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
            @Required @Default("false") @JsonPropertyDescription("Whether workspaces may be made.")
            boolean enabled,

            @Default("ghcr.io/butlerdotdev/workspace-base:latest")
            @JsonPropertyDescription("Image of a workspace that names none.")
            String defaultImage,

            @Default("20") @JsonPropertyDescription("Workspaces there may be at once.")
            Integer maxWorkspaces,

            @Default("720h") @JsonPropertyDescription("How long a stopped workspace is kept.")
            String autoDeleteAfter,

            @JsonPropertyDescription("What all workspaces together may use.")
            WorkspaceQuota resourceQuota) {}

    /** What all workspaces of a cluster together may use. */
    @ApiRecord
    public record WorkspaceQuota(
            @Default("16") @JsonPropertyDescription("Processors.")
            String maxCPU,

            @Default("32Gi") @JsonPropertyDescription("Memory.")
            String maxMemory,

            @Default("500Gi") @JsonPropertyDescription("Storage.")
            String maxStorage) {}
}
