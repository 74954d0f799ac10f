package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;

/** The desired state of the workspace. */
@ApiRecord
@JsonClassDescription("The desired state of the workspace.")
public record WorkspaceSpec(
        @Required @JsonPropertyDescription("TenantCluster of the workspace.")
        LocalReference clusterRef,

        @Required @Size(min = 1) @JsonPropertyDescription("Email address of the owner.")
        String owner,

        @Required @JsonPropertyDescription("Image of the workspace.")
        String image,

        @JsonPropertyDescription("Repository to clone.") Repository repository,

        @JsonPropertyDescription("Additional repositories to clone.")
        List<Repository> repositories,

        @JsonPropertyDescription("Workload to copy environment variables from.")
        EnvironmentSource envFrom,

        @JsonPropertyDescription("CPU and memory.") Resources resources,

        @Default("10Gi") @JsonPropertyDescription("Volume size.")
        Quantity storageSize,

        @JsonPropertyDescription("Authorized SSH public keys. Defaults to the keys of the owner.")
        List<String> sshPublicKeys,

        @JsonPropertyDescription("Dotfiles.") Dotfiles dotfiles,
        @JsonPropertyDescription("Editor settings.") EditorConfig editorConfig,

        @Default("4h") @JsonPropertyDescription("Idle time after which the workspace stops.")
        String idleTimeout,

        @Default("8h") @JsonPropertyDescription("Maximum run time after which the workspace stops.")
        String autoStopAfter) {
    public WorkspaceSpec {
        repositories = NullSafeCopies.of(repositories);
        sshPublicKeys = NullSafeCopies.of(sshPublicKeys);
    }

    /** A repository to clone into a workspace. */
    @ApiRecord
    public record Repository(
            @Required @JsonPropertyDescription("URL of the repository.")
            String url,

            @Default("main") @JsonPropertyDescription("Branch to check out.")
            String branch,

            @JsonPropertyDescription("Directory to clone into. Defaults to the name of the repository.")
            String name,

            @JsonPropertyDescription("Secret with the credentials of the repository.")
            LocalReference secretRef) {}

    /** A workload to copy environment variables from. */
    @ApiRecord
    public record EnvironmentSource(
            @Default("Deployment") @JsonPropertyDescription("Kind of the workload.")
            Kind kind,

            @Required @JsonPropertyDescription("Name of the workload.")
            String name,

            @Default("default") @JsonPropertyDescription("Namespace of the workload.")
            String namespace,

            @JsonPropertyDescription("Container of the workload. Defaults to the first container.")
            String container) {
        /** Workload kinds. */
        public enum Kind {
            @JsonProperty("Deployment")
            DEPLOYMENT,
            @JsonProperty("StatefulSet")
            STATEFUL_SET
        }
    }

    /** CPU and memory of a workspace. */
    @ApiRecord
    public record Resources(
            @Default("2") @JsonPropertyDescription("Processors.")
            String cpu,

            @Default("4Gi") @JsonPropertyDescription("Memory.")
            String memory) {}

    /** Dotfiles from a repository. */
    @ApiRecord
    public record Dotfiles(
            @Required @JsonPropertyDescription("URL of the repository.")
            String url,

            @JsonPropertyDescription("Install command. Detected automatically by default.")
            String installCommand) {}

    /** Editor settings. */
    @ApiRecord
    public record EditorConfig(
            @JsonPropertyDescription("Repository with the Neovim configuration.")
            String neovimConfigRepo,

            @JsonPropertyDescription("Neovim configuration as a base64-encoded archive.")
            String neovimConfigArchive,

            @JsonPropertyDescription("Neovim configuration as a single file.")
            String neovimInitLua) {}
}
