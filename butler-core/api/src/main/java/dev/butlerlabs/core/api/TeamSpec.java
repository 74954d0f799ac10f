package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;

/** Who is in the team and what it may do. */
@ApiRecord
@JsonClassDescription("Who is in the team and what it may do.")
public record TeamSpec(
        @JsonPropertyDescription("Name shown to people.") String displayName,
        @JsonPropertyDescription("What the team does.") String description,
        @JsonPropertyDescription("Who is in the team.") Access access,

        @JsonPropertyDescription("How much the team may use.")
        ResourceLimits resourceLimits,

        @JsonPropertyDescription("What a new cluster of the team is like unless said otherwise.")
        ClusterDefaults clusterDefaults,

        @JsonPropertyDescription("The ProviderConfig the clusters of the team are made on.")
        LocalReference providerConfigRef,

        @ListMap("name") @JsonPropertyDescription("Parts of the team's work with rules of their own, such as staging.")
        List<Environment> environments) {
    public TeamSpec {
        environments = Copies.of(environments);
    }

    /** Who is in, by name or by group. */
    @ApiRecord
    public record Access(
            @JsonPropertyDescription("Single people.") List<UserAccess> users,

            @JsonPropertyDescription("Groups of an identity provider.")
            List<GroupAccess> groups) {
        public Access {
            users = Copies.of(users);
            groups = Copies.of(groups);
        }
    }

    /** A person and what they may do. */
    @ApiRecord
    public record UserAccess(
            @Required @Size(min = 1) @JsonPropertyDescription("Name of the User.")
            String name,

            @Default("viewer") @JsonPropertyDescription("What the person may do.")
            Role role) {}

    /** A group and what its members may do. */
    @ApiRecord
    public record GroupAccess(
            @Required @Size(min = 1) @JsonPropertyDescription("Name of the group.")
            String name,

            @Default("viewer") @JsonPropertyDescription("What the members may do.")
            Role role,

            @JsonPropertyDescription("The IdentityProvider that knows the group; any when left out.")
            String identityProvider) {}

    /** What a member of a team may do. */
    public enum Role {
        @JsonProperty("admin")
        ADMIN,
        @JsonProperty("operator")
        OPERATOR,
        @JsonProperty("viewer")
        VIEWER
    }

    /** How much a team may use. */
    @ApiRecord
    public record ResourceLimits(
            @Min(0) @JsonPropertyDescription("Clusters the team may have.")
            Integer maxClusters,

            @Min(0) @JsonPropertyDescription("Nodes all clusters of the team may have together.")
            Integer maxTotalNodes,

            @Min(0) @JsonPropertyDescription("Nodes one cluster may have.")
            Integer maxNodesPerCluster,

            @JsonPropertyDescription("Processors all nodes of the team may have together.")
            Quantity maxCPUCores,

            @JsonPropertyDescription("Memory all nodes of the team may have together.")
            Quantity maxMemory,

            @JsonPropertyDescription("Storage all clusters of the team may have together.")
            Quantity maxStorage,

            @Default("3") @Min(0) @JsonPropertyDescription("Nodes counted for a cluster that names no number.")
            Integer defaultNodeCount,

            @JsonPropertyDescription("Processors counted for a node that names no number.")
            Quantity defaultCPUPerNode,

            @JsonPropertyDescription("Memory counted for a node that names no amount.")
            Quantity defaultMemoryPerNode,

            @JsonPropertyDescription("Kubernetes versions the team may use; any when left out.")
            List<String> allowedKubernetesVersions,

            @JsonPropertyDescription("ProviderConfigs the team may use; any when left out.")
            List<String> allowedProviders,

            @JsonPropertyDescription("Addons the team may install; any when left out.")
            List<String> allowedAddons,

            @JsonPropertyDescription("Addons the team may not install.")
            List<String> deniedAddons) {
        public ResourceLimits {
            allowedKubernetesVersions = Copies.of(allowedKubernetesVersions);
            allowedProviders = Copies.of(allowedProviders);
            allowedAddons = Copies.of(allowedAddons);
            deniedAddons = Copies.of(deniedAddons);
        }
    }

    /** What a new cluster is like unless said otherwise. */
    @ApiRecord
    public record ClusterDefaults(
            @JsonPropertyDescription("Kubernetes version.") String kubernetesVersion,

            @Min(0) @JsonPropertyDescription("Number of workers.")
            Integer workerCount,

            @Min(1) @JsonPropertyDescription("Processors of each worker.")
            Integer workerCPU,

            @Min(1) @JsonPropertyDescription("Memory of each worker in gibibytes.")
            Integer workerMemoryGi,

            @Min(10) @JsonPropertyDescription("Disk of each worker in gibibytes.")
            Integer workerDiskGi,

            @JsonPropertyDescription("Addons every cluster gets.")
            List<String> defaultAddons) {
        public ClusterDefaults {
            defaultAddons = Copies.of(defaultAddons);
        }
    }

    /** A part of a team's work with rules of its own. */
    @ApiRecord
    public record Environment(
            @Required
            @Size(min = 1, max = 63)
            @Pattern("^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$")
            @JsonPropertyDescription("Name of the environment; clusters carry it as a label.")
            String name,

            @JsonPropertyDescription("What the environment is for.")
            String description,

            @JsonPropertyDescription("Who may work in it, beside the team.")
            Access access,

            @JsonPropertyDescription("What a new cluster in it is like; what the team says when left out.")
            ClusterDefaults clusterDefaults,

            @JsonPropertyDescription("How much may be in it.")
            EnvironmentLimits limits) {}

    /** How much may be in an environment. */
    @ApiRecord
    public record EnvironmentLimits(
            @Min(0) @JsonPropertyDescription("Clusters in the environment.")
            Integer maxClusters,

            @Min(0) @JsonPropertyDescription("Clusters each member may have in the environment.")
            Integer maxClustersPerMember) {}
}
