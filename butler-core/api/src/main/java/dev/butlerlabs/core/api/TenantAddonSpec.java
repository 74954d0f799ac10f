package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import java.util.List;
import java.util.Map;

/** The addon that is wanted: one of the catalogue, or any chart. */
@ApiRecord
@JsonClassDescription("The addon that is wanted: one of the catalogue, or any chart.")
public record TenantAddonSpec(
        @Required @JsonPropertyDescription("The TenantCluster it is installed on.")
        LocalReference clusterRef,

        @JsonPropertyDescription("Name of the AddonDefinition; left out when helm names a chart.")
        String addon,

        @Required @JsonPropertyDescription("Version that is wanted.")
        String version,

        @JsonPropertyDescription("A chart outside the catalogue.")
        Helm helm,

        @JsonPropertyDescription("Values for the chart.") Map<String, Object> values,

        @JsonPropertyDescription("TenantAddons that must be installed first.")
        List<LocalReference> dependsOn) {
    public TenantAddonSpec {
        values = Copies.of(values);
        dependsOn = Copies.of(dependsOn);
    }

    /** A chart outside the catalogue. */
    @ApiRecord
    public record Helm(
            @Required @JsonPropertyDescription("Address of the chart repository.")
            String repository,

            @Required @JsonPropertyDescription("Name of the chart.")
            String chart,

            @JsonPropertyDescription("Name of the release; the name of this object when left out.")
            String releaseName,

            @JsonPropertyDescription("Namespace of the release.")
            String namespace,

            @Default("true") @JsonPropertyDescription("Whether the namespace is made when missing.")
            Boolean createNamespace) {}
}
