package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;

/** What the pattern is and what it makes. */
@ApiRecord
@JsonClassDescription("What the pattern is and what it makes.")
public record WorkspaceTemplateSpec(
        @Required @Size(min = 1) @JsonPropertyDescription("Name shown to people.")
        String displayName,

        @JsonPropertyDescription("What the workspaces are for.")
        String description,

        @JsonPropertyDescription("An emoji or a few letters that stand for it.")
        String icon,

        @Default("custom") @JsonPropertyDescription("Shelf it stands on.")
        Category category,

        @Default("team") @JsonPropertyDescription("Who may use it.")
        Scope scope,

        @Required @JsonPropertyDescription("What the workspaces are like.")
        Template template) {

    /** Shelves of templates. */
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

    /** Who may use a template. */
    public enum Scope {
        @JsonProperty("cluster")
        CLUSTER,
        @JsonProperty("team")
        TEAM
    }

    /** What workspaces made from a template are like. */
    @ApiRecord
    public record Template(
            @Required @JsonPropertyDescription("Image they run.")
            String image,

            @JsonPropertyDescription("Repository that is cloned into them.")
            WorkspaceSpec.Repository repository,

            @JsonPropertyDescription("Further repositories that are cloned into them.")
            List<WorkspaceSpec.Repository> repositories,

            @JsonPropertyDescription("Workload whose environment variables they take over.")
            WorkspaceSpec.EnvironmentSource envFrom,

            @JsonPropertyDescription("Processor time and memory.")
            WorkspaceSpec.Resources resources,

            @JsonPropertyDescription("Size of their volumes.")
            Quantity storageSize,

            @JsonPropertyDescription("Personal settings.") WorkspaceSpec.Dotfiles dotfiles) {
        public Template {
            repositories = Copies.of(repositories);
        }
    }
}
