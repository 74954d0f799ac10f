package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Map;

/** The scope and the rules of the policy. */
@ApiRecord
@JsonClassDescription("The scope and the rules of the policy.")
public record ClusterCreationPolicySpec(
        @Required @JsonPropertyDescription("Clusters that the policy applies to.")
        Scope scope,

        @JsonPropertyDescription("Infrastructure providers that the policy applies to. Defaults to all.")
        List<String> targetProviders,

        @JsonPropertyDescription("Rules by option name.") Map<String, Option> options) {
    public ClusterCreationPolicySpec {
        targetProviders = NullSafeCopies.of(targetProviders);
        options = NullSafeCopies.of(options);
    }

    /** The clusters that a policy applies to. Exactly one field is set. */
    @ApiRecord
    @ValidationRule(
            value = "(has(self.platformWide)?1:0) + (has(self.team)?1:0) + (has(self.teamAndEnvironment)?1:0) == 1",
            message = "Set one of platformWide, team and teamAndEnvironment, and only one.")
    public record Scope(
            @JsonPropertyDescription("All clusters.") PlatformWide platformWide,

            @JsonPropertyDescription("Clusters of a team.") TeamScope team,

            @JsonPropertyDescription("Clusters of a team in one of its environments.")
            TeamAndEnvironment teamAndEnvironment) {}

    /** All clusters. */
    @ApiRecord
    public record PlatformWide() {}

    /** Clusters of a team. */
    @ApiRecord
    public record TeamScope(
            @Required @JsonPropertyDescription("The Team.") LocalReference teamRef) {}

    /** Clusters of a team in one of its environments. */
    @ApiRecord
    public record TeamAndEnvironment(
            @Required @JsonPropertyDescription("The Team.") LocalReference teamRef,

            @Required @Size(min = 1, max = 63) @JsonPropertyDescription("Name of the environment.")
            String environmentName) {}

    /** The rule for an option. */
    @ApiRecord
    public record Option(
            @Required @JsonPropertyDescription("Enforcement mode.")
            Mode mode,

            @JsonPropertyDescription("Values of the rule.") List<String> values,

            @JsonProperty("default") @JsonPropertyDescription("Default value.")
            String defaultValue,

            @Size(max = 120) @JsonPropertyDescription("Why the values are recommended.")
            String recommendedReason) {
        public Option {
            values = NullSafeCopies.of(values);
        }

        /** Enforcement modes. */
        public enum Mode {
            @JsonProperty("pin")
            PIN,
            @JsonProperty("allowList")
            ALLOW_LIST,
            @JsonProperty("default")
            DEFAULT,
            @JsonProperty("recommended")
            RECOMMENDED
        }
    }
}
