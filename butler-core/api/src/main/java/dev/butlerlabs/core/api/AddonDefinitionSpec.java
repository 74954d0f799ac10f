package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Map;

/** What the addon is and how it is installed. */
@ApiRecord
@JsonClassDescription("What the addon is and how it is installed.")
public record AddonDefinitionSpec(
        @Required @Size(min = 1, max = 64) @JsonPropertyDescription("Name shown to people.")
        String displayName,

        @Required @Size(min = 1, max = 512) @JsonPropertyDescription("What the addon is for.")
        String description,

        @Required @JsonPropertyDescription("Shelf of the catalogue it stands on.")
        Category category,

        @Size(max = 8) @JsonPropertyDescription("An emoji or a few letters that stand for it.")
        String icon,

        @Size(max = 131072) @JsonPropertyDescription("A picture that stands for it, as a data URL.")
        String iconData,

        @JsonPropertyDescription("Whether the platform needs it below everything, or it is an application.")
        Tier tier,

        @Default("false") @JsonPropertyDescription("Whether the platform installs it itself.")
        Boolean platform,

        @Required @JsonPropertyDescription("The chart it is installed from.")
        Chart chart,

        @JsonPropertyDescription("How it is installed unless said otherwise.")
        Defaults defaults,

        @JsonPropertyDescription("Addons that must be installed first.")
        List<String> dependsOn,

        @JsonPropertyDescription("Where to read more.") Links links,
        @JsonPropertyDescription("Who looks after it.") Maintainer maintainer) {
    public AddonDefinitionSpec {
        dependsOn = Copies.of(dependsOn);
    }

    /** Shelves of the catalogue. */
    public enum Category {
        @JsonProperty("cni")
        CNI,
        @JsonProperty("loadbalancer")
        LOADBALANCER,
        @JsonProperty("storage")
        STORAGE,
        @JsonProperty("certmanager")
        CERTMANAGER,
        @JsonProperty("ingress")
        INGRESS,
        @JsonProperty("observability")
        OBSERVABILITY,
        @JsonProperty("backup")
        BACKUP,
        @JsonProperty("gitops")
        GITOPS,
        @JsonProperty("security")
        SECURITY,
        @JsonProperty("dns")
        DNS,
        @JsonProperty("database")
        DATABASE,
        @JsonProperty("messaging")
        MESSAGING,
        @JsonProperty("service-mesh")
        SERVICE_MESH,
        @JsonProperty("other")
        OTHER
    }

    /** What an addon builds on. */
    public enum Tier {
        @JsonProperty("infrastructure")
        INFRASTRUCTURE,
        @JsonProperty("apps")
        APPS
    }

    /** The chart an addon is installed from. */
    @ApiRecord
    public record Chart(
            @Required @Pattern(Patterns.WEB_URL) @JsonPropertyDescription("Address of the chart repository.")
            String repository,

            @Required @Size(min = 1) @JsonPropertyDescription("Name of the chart.")
            String name,

            @Required @JsonPropertyDescription("Version installed when none is asked for.")
            String defaultVersion,

            @JsonPropertyDescription("Versions that may be asked for.")
            List<String> availableVersions) {
        public Chart {
            availableVersions = Copies.of(availableVersions);
        }
    }

    /** How an addon is installed unless said otherwise. */
    @ApiRecord
    public record Defaults(
            @JsonPropertyDescription("Name of the release.") String releaseName,

            @JsonPropertyDescription("Namespace of the release.")
            String namespace,

            @Default("true") @JsonPropertyDescription("Whether the namespace is made when missing.")
            Boolean createNamespace,

            @Default("10m") @JsonPropertyDescription("How long the installation may take.")
            String timeout,

            @JsonPropertyDescription("Values for the chart.")
            Map<String, Object> values) {
        public Defaults {
            values = Copies.of(values);
        }
    }

    /** Where to read more about an addon. */
    @ApiRecord
    public record Links(
            @JsonPropertyDescription("Address of the documentation.")
            String documentation,

            @JsonPropertyDescription("Address of the project.")
            String homepage,

            @JsonPropertyDescription("Address of the source.")
            String source) {}

    /** Who looks after an addon. */
    @ApiRecord
    public record Maintainer(
            @JsonPropertyDescription("Name of the person or project.")
            String name,

            @JsonPropertyDescription("Address for mail.") String email) {}
}
