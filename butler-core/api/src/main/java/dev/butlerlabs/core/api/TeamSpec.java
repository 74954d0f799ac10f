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

/** Members, limits and defaults of the team. */
@ApiRecord
@JsonClassDescription("Members, limits and defaults of the team.")
public record TeamSpec(
        @JsonPropertyDescription("Display name.") String displayName,
        @JsonPropertyDescription("Description of the team.") String description,
        @JsonPropertyDescription("Members of the team.") Access access,

        @JsonPropertyDescription("Resource limits of the team.")
        ResourceLimits resourceLimits,

        @JsonPropertyDescription("Default settings of new clusters.")
        ClusterDefaults clusterDefaults,

        @JsonPropertyDescription("Default ProviderConfig of the team.")
        LocalReference providerConfigRef,

        @ListMap("name") @JsonPropertyDescription("Environments with their own rules, such as staging.")
        List<Environment> environments) {
    public TeamSpec {
        environments = NullSafeCopies.of(environments);
    }

    /** Members by user or group. */
    @ApiRecord
    public record Access(
            @JsonPropertyDescription("Users.") List<UserAccess> users,

            @JsonPropertyDescription("Groups of an identity provider.")
            List<GroupAccess> groups) {
        public Access {
            users = NullSafeCopies.of(users);
            groups = NullSafeCopies.of(groups);
        }
    }

    /** A user with a role. */
    @ApiRecord
    public record UserAccess(
            @Required @Size(min = 1) @JsonPropertyDescription("Name of the User.")
            String name,

            @Default("viewer") @JsonPropertyDescription("Role of the user.")
            Role role) {}

    /** A group with a role. */
    @ApiRecord
    public record GroupAccess(
            @Required @Size(min = 1) @JsonPropertyDescription("Name of the group.")
            String name,

            @Default("viewer") @JsonPropertyDescription("Role of the members.")
            Role role,

            @JsonPropertyDescription("IdentityProvider of the group. Defaults to any.")
            String identityProvider) {}

    /** Roles of team members. */
    public enum Role {
        @JsonProperty("admin")
        ADMIN,
        @JsonProperty("operator")
        OPERATOR,
        @JsonProperty("viewer")
        VIEWER
    }

    /** Resource limits of a team. */
    @ApiRecord
    public record ResourceLimits(
            @Min(0) @JsonPropertyDescription("Maximum number of clusters.")
            Integer maxClusters,

            @Min(0) @JsonPropertyDescription("Maximum number of nodes of all clusters.")
            Integer maxTotalNodes,

            @Min(0) @JsonPropertyDescription("Maximum number of nodes per cluster.")
            Integer maxNodesPerCluster,

            @JsonPropertyDescription("CPU limit for all nodes.")
            Quantity maxCPUCores,

            @JsonPropertyDescription("Memory limit for all nodes.")
            Quantity maxMemory,

            @JsonPropertyDescription("Storage limit for all clusters.")
            Quantity maxStorage,

            @Default("3") @Min(0) @JsonPropertyDescription("Node count assumed for a cluster without one.")
            Integer defaultNodeCount,

            @JsonPropertyDescription("CPU count assumed for a node without one.")
            Quantity defaultCPUPerNode,

            @JsonPropertyDescription("Memory assumed for a node without a value.")
            Quantity defaultMemoryPerNode,

            @JsonPropertyDescription("Allowed Kubernetes versions. Defaults to all.")
            List<String> allowedKubernetesVersions,

            @JsonPropertyDescription("Allowed ProviderConfigs. Defaults to all.")
            List<String> allowedProviders,

            @JsonPropertyDescription("Allowed addons. Defaults to all.")
            List<String> allowedAddons,

            @JsonPropertyDescription("Denied addons.") List<String> deniedAddons) {
        public ResourceLimits {
            allowedKubernetesVersions = NullSafeCopies.of(allowedKubernetesVersions);
            allowedProviders = NullSafeCopies.of(allowedProviders);
            allowedAddons = NullSafeCopies.of(allowedAddons);
            deniedAddons = NullSafeCopies.of(deniedAddons);
        }
    }

    /** Default settings of new clusters. */
    @ApiRecord
    public record ClusterDefaults(
            @JsonPropertyDescription("Kubernetes version.") String kubernetesVersion,

            @Min(0) @JsonPropertyDescription("Number of workers.")
            Integer workerCount,

            @Min(1) @JsonPropertyDescription("CPUs per worker.")
            Integer workerCPU,

            @Min(1) @JsonPropertyDescription("Memory per worker in GiB.")
            Integer workerMemoryGi,

            @Min(10) @JsonPropertyDescription("Disk size per worker in GiB.")
            Integer workerDiskGi,

            @JsonPropertyDescription("Addons of every new cluster.")
            List<String> defaultAddons) {
        public ClusterDefaults {
            defaultAddons = NullSafeCopies.of(defaultAddons);
        }
    }

    /** An environment of a team with its own rules. */
    @ApiRecord
    public record Environment(
            @Required
            @Size(min = 1, max = 63)
            @Pattern("^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$")
            @JsonPropertyDescription("Name of the environment, set as a label on its clusters.")
            String name,

            @JsonPropertyDescription("Description of the environment.")
            String description,

            @JsonPropertyDescription("Additional members of the environment.")
            Access access,

            @JsonPropertyDescription("Default settings of new clusters. Defaults to the settings of the team.")
            ClusterDefaults clusterDefaults,

            @JsonPropertyDescription("Limits of the environment.")
            EnvironmentLimits limits) {}

    /** Limits of an environment. */
    @ApiRecord
    public record EnvironmentLimits(
            @Min(0) @JsonPropertyDescription("Maximum number of clusters.")
            Integer maxClusters,

            @Min(0) @JsonPropertyDescription("Maximum number of clusters per member.")
            Integer maxClustersPerMember) {}
}
