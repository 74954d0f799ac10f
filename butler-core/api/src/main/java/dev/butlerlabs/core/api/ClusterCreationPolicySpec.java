package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Map;

/** Whom the policy binds, and to what. */
@ApiRecord
@JsonClassDescription("Whom the policy binds, and to what.")
public record ClusterCreationPolicySpec(
        @Required @JsonPropertyDescription("Whose clusters the policy is for.")
        Scope scope,

        @JsonPropertyDescription("Infrastructures the policy is for; all when left out.")
        List<String> targetProviders,

        @JsonPropertyDescription("Rules by the name of the choice they are for.")
        Map<String, Option> options) {
    public ClusterCreationPolicySpec {
        targetProviders = Copies.of(targetProviders);
        options = Copies.of(options);
    }

    /** Whose clusters a policy is for: exactly one of these is set. */
    @ApiRecord
    @ValidationRule(
            value = "(has(self.platformWide)?1:0) + (has(self.team)?1:0) + (has(self.teamAndEnvironment)?1:0) == 1",
            message = "Set one of platformWide, team and teamAndEnvironment, and only one.")
    public record Scope(
            @JsonPropertyDescription("Clusters of everybody.")
            PlatformWide platformWide,

            @JsonPropertyDescription("Clusters of one team.")
            TeamScope team,

            @JsonPropertyDescription("Clusters of one team in one of its environments.")
            TeamAndEnvironment teamAndEnvironment) {}

    /** Clusters of everybody. */
    @ApiRecord
    public record PlatformWide() {}

    /** Clusters of one team. */
    @ApiRecord
    public record TeamScope(
            @Required @JsonPropertyDescription("The Team.") LocalReference teamRef) {}

    /** Clusters of one team in one of its environments. */
    @ApiRecord
    public record TeamAndEnvironment(
            @Required @JsonPropertyDescription("The Team.") LocalReference teamRef,

            @Required @Size(min = 1, max = 63) @JsonPropertyDescription("Name of the environment.")
            String environmentName) {}

    /** The rule for one choice. */
    @ApiRecord
    public record Option(
            @Required @JsonPropertyDescription("How strictly the values bind.")
            Mode mode,

            @JsonPropertyDescription("The values that are meant.")
            List<String> values,

            @JsonProperty("default") @JsonPropertyDescription("The value chosen when the user chooses none.")
            String defaultValue,

            @Size(max = 120) @JsonPropertyDescription("Why the values are recommended.")
            String recommendedReason) {
        public Option {
            values = Copies.of(values);
        }

        /** How strictly values bind. */
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
