package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;

/** The workspace that is wanted. */
@ApiRecord
@JsonClassDescription("The workspace that is wanted.")
public record WorkspaceSpec(
        @Required @JsonPropertyDescription("The TenantCluster it runs on.")
        LocalReference clusterRef,

        @Required @Size(min = 1) @JsonPropertyDescription("Mail address of the person it belongs to.")
        String owner,

        @Required @JsonPropertyDescription("Image it runs.") String image,

        @JsonPropertyDescription("Repository that is cloned into it.")
        Repository repository,

        @JsonPropertyDescription("Further repositories that are cloned into it.")
        List<Repository> repositories,

        @JsonPropertyDescription("Workload whose environment variables it takes over.")
        EnvironmentSource envFrom,

        @JsonPropertyDescription("Processor time and memory.")
        Resources resources,

        @Default("10Gi") @JsonPropertyDescription("Size of its volume.")
        Quantity storageSize,

        @JsonPropertyDescription("Public keys that may log in; those of the owner when left out.")
        List<String> sshPublicKeys,

        @JsonPropertyDescription("Personal settings.") Dotfiles dotfiles,
        @JsonPropertyDescription("Settings of the editor.") EditorConfig editorConfig,

        @Default("4h") @JsonPropertyDescription("How long it may be idle before it stops.")
        String idleTimeout,

        @Default("8h") @JsonPropertyDescription("How long it may run before it stops.")
        String autoStopAfter) {
    public WorkspaceSpec {
        repositories = Copies.of(repositories);
        sshPublicKeys = Copies.of(sshPublicKeys);
    }

    /** A repository that is cloned into a workspace. */
    @ApiRecord
    public record Repository(
            @Required @JsonPropertyDescription("Address of the repository.")
            String url,

            @Default("main") @JsonPropertyDescription("Branch to check out.")
            String branch,

            @JsonPropertyDescription("Folder it is cloned into; named after the repository when left out.")
            String name,

            @JsonPropertyDescription("Secret that opens the repository.")
            LocalReference secretRef) {}

    /** A workload whose environment variables a workspace takes over. */
    @ApiRecord
    public record EnvironmentSource(
            @Default("Deployment") @JsonPropertyDescription("Kind of the workload.")
            Kind kind,

            @Required @JsonPropertyDescription("Name of the workload.")
            String name,

            @Default("default") @JsonPropertyDescription("Namespace of the workload.")
            String namespace,

            @JsonPropertyDescription("Container of the workload; the first when left out.")
            String container) {
        /** Kinds of workloads. */
        public enum Kind {
            @JsonProperty("Deployment")
            DEPLOYMENT,
            @JsonProperty("StatefulSet")
            STATEFUL_SET
        }
    }

    /** Processor time and memory of a workspace. */
    @ApiRecord
    public record Resources(
            @Default("2") @JsonPropertyDescription("Processors.")
            String cpu,

            @Default("4Gi") @JsonPropertyDescription("Memory.")
            String memory) {}

    /** Personal settings from a repository. */
    @ApiRecord
    public record Dotfiles(
            @Required @JsonPropertyDescription("Address of the repository.")
            String url,

            @JsonPropertyDescription("Command that installs them; found by itself when left out.")
            String installCommand) {}

    /** Settings of the editor. */
    @ApiRecord
    public record EditorConfig(
            @JsonPropertyDescription("Repository with the configuration of Neovim.")
            String neovimConfigRepo,

            @JsonPropertyDescription("The configuration of Neovim as a packed folder, base64.")
            String neovimConfigArchive,

            @JsonPropertyDescription("The configuration of Neovim as one file.")
            String neovimInitLua) {}
}
