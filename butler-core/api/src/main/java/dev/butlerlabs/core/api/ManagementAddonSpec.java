package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.Map;

/** The addon that is wanted. */
@ApiRecord
@JsonClassDescription("The addon that is wanted.")
public record ManagementAddonSpec(
        @Required @Size(min = 1) @JsonPropertyDescription("Name of the AddonDefinition.")
        String addon,

        @JsonPropertyDescription("Version that is wanted; the default of the definition when left out.")
        String version,

        @JsonPropertyDescription("Values for the chart.") Map<String, Object> values,

        @JsonPropertyDescription("Stops the work until it is switched off again; nothing is undone.")
        Boolean paused) {
    public ManagementAddonSpec {
        values = Copies.of(values);
    }
}
