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

/** The addon and how it is installed. */
@ApiRecord
@JsonClassDescription("The addon and how it is installed.")
public record AddonDefinitionSpec(
        @Required @Size(min = 1, max = 64) @JsonPropertyDescription("Display name.")
        String displayName,

        @Required @Size(min = 1, max = 512) @JsonPropertyDescription("Description of the addon.")
        String description,

        @Required @JsonPropertyDescription("Category in the catalog.")
        Category category,

        @Size(max = 8) @JsonPropertyDescription("Icon, as an emoji or a few letters.")
        String icon,

        @Size(max = 131072) @JsonPropertyDescription("Icon image as a data URL.")
        String iconData,

        @JsonPropertyDescription("Whether the addon is part of the infrastructure layer or an application.")
        Tier tier,

        @Default("false") @JsonPropertyDescription("Whether the platform installs the addon.")
        Boolean platform,

        @Required @JsonPropertyDescription("Helm chart.") Chart chart,

        @JsonPropertyDescription("Default settings of the installation.")
        Defaults defaults,

        @JsonPropertyDescription("Addons that must be installed first.")
        List<String> dependsOn,

        @JsonPropertyDescription("Links to further information.")
        Links links,

        @JsonPropertyDescription("Maintainer of the addon.") Maintainer maintainer) {
    public AddonDefinitionSpec {
        dependsOn = NullSafeCopies.of(dependsOn);
    }

    /** Categories of the catalog. */
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

    /** The layer of an addon. */
    public enum Tier {
        @JsonProperty("infrastructure")
        INFRASTRUCTURE,
        @JsonProperty("apps")
        APPS
    }

    /** The Helm chart of an addon. */
    @ApiRecord
    public record Chart(
            @Required @Pattern(FieldPatterns.WEB_URL) @JsonPropertyDescription("URL of the chart repository.")
            String repository,

            @Required @Size(min = 1) @JsonPropertyDescription("Name of the chart.")
            String name,

            @Required @JsonPropertyDescription("Default version.")
            String defaultVersion,

            @JsonPropertyDescription("Supported versions.") List<String> availableVersions) {
        public Chart {
            availableVersions = NullSafeCopies.of(availableVersions);
        }
    }

    /** Default settings of an installation. */
    @ApiRecord
    public record Defaults(
            @JsonPropertyDescription("Name of the release.") String releaseName,

            @JsonPropertyDescription("Namespace of the release.")
            String namespace,

            @Default("true") @JsonPropertyDescription("Whether to create the namespace if it does not exist.")
            Boolean createNamespace,

            @Default("10m") @JsonPropertyDescription("Timeout of the installation.")
            String timeout,

            @JsonPropertyDescription("Helm values.") Map<String, Object> values) {
        public Defaults {
            values = NullSafeCopies.of(values);
        }
    }

    /** Links to further information about an addon. */
    @ApiRecord
    public record Links(
            @JsonPropertyDescription("URL of the documentation.")
            String documentation,

            @JsonPropertyDescription("URL of the project home page.")
            String homepage,

            @JsonPropertyDescription("URL of the source repository.")
            String source) {}

    /** Maintainer of an addon. */
    @ApiRecord
    public record Maintainer(
            @JsonPropertyDescription("Name of the person or project.")
            String name,

            @JsonPropertyDescription("Email address.") String email) {}
}
