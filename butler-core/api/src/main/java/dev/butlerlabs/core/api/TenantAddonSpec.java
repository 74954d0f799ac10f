package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import java.util.List;
import java.util.Map;

/** The requested addon: an AddonDefinition of the catalog or a Helm chart. */
@ApiRecord
@JsonClassDescription("The requested addon: an AddonDefinition of the catalog or a Helm chart.")
public record TenantAddonSpec(
        @Required @JsonPropertyDescription("TenantCluster of the addon.")
        LocalReference clusterRef,

        @JsonPropertyDescription("Name of the AddonDefinition. Not used with helm.")
        String addon,

        @Required @JsonPropertyDescription("Requested version.")
        String version,

        @JsonPropertyDescription("A Helm chart that is not in the catalog.")
        Helm helm,

        @JsonPropertyDescription("Helm values.") Map<String, Object> values,

        @JsonPropertyDescription("TenantAddons that must be installed first.")
        List<LocalReference> dependsOn) {
    public TenantAddonSpec {
        values = NullSafeCopies.of(values);
        dependsOn = NullSafeCopies.of(dependsOn);
    }

    /** A Helm chart that is not in the catalog. */
    @ApiRecord
    public record Helm(
            @Required @JsonPropertyDescription("URL of the chart repository.")
            String repository,

            @Required @JsonPropertyDescription("Name of the chart.")
            String chart,

            @JsonPropertyDescription("Name of the release. Defaults to the name of this object.")
            String releaseName,

            @JsonPropertyDescription("Namespace of the release.")
            String namespace,

            @Default("true") @JsonPropertyDescription("Whether to create the namespace if it does not exist.")
            Boolean createNamespace) {}
}
