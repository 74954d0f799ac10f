package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;

/** The template and the workspaces created from it. */
@ApiRecord
@JsonClassDescription("The template and the workspaces created from it.")
public record WorkspaceTemplateSpec(
        @Required @Size(min = 1) @JsonPropertyDescription("Display name.")
        String displayName,

        @JsonPropertyDescription("Description of the template.")
        String description,

        @JsonPropertyDescription("Icon, as an emoji or a few letters.")
        String icon,

        @Default("custom") @JsonPropertyDescription("Category.")
        Category category,

        @Default("team") @JsonPropertyDescription("Scope of the template.")
        Scope scope,

        @Required @JsonPropertyDescription("Settings of the workspaces.")
        Template template) {

    /** Categories of templates. */
    public enum Category {
        @JsonProperty("backend")
        BACKEND,
        @JsonProperty("frontend")
        FRONTEND,
        @JsonProperty("data")
        DATA,
        @JsonProperty("devops")
        DEVOPS,
        @JsonProperty("custom")
        CUSTOM
    }

    /** Scopes of templates. */
    public enum Scope {
        @JsonProperty("cluster")
        CLUSTER,
        @JsonProperty("team")
        TEAM
    }

    /** Settings of workspaces created from a template. */
    @ApiRecord
    public record Template(
            @Required @JsonPropertyDescription("Image of the workspaces.")
            String image,

            @JsonPropertyDescription("Repository to clone.") WorkspaceSpec.Repository repository,

            @JsonPropertyDescription("Additional repositories to clone.")
            List<WorkspaceSpec.Repository> repositories,

            @JsonPropertyDescription("Workload to copy environment variables from.")
            WorkspaceSpec.EnvironmentSource envFrom,

            @JsonPropertyDescription("CPU and memory.") WorkspaceSpec.Resources resources,

            @JsonPropertyDescription("Volume size.") Quantity storageSize,

            @JsonPropertyDescription("Dotfiles.") WorkspaceSpec.Dotfiles dotfiles) {
        public Template {
            repositories = NullSafeCopies.of(repositories);
        }
    }
}
