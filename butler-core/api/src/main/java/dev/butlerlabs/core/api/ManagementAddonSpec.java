package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.Map;

/** The requested addon. */
@ApiRecord
@JsonClassDescription("The requested addon.")
public record ManagementAddonSpec(
        @Required @Size(min = 1) @JsonPropertyDescription("Name of the AddonDefinition.")
        String addon,

        @JsonPropertyDescription("Version. Defaults to the default version of the AddonDefinition.")
        String version,

        @JsonPropertyDescription("Helm values.") Map<String, Object> values,

        @JsonPropertyDescription("Pauses reconciliation. Existing resources are not changed.")
        Boolean paused) {
    public ManagementAddonSpec {
        values = NullSafeCopies.of(values);
    }
}
