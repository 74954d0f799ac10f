package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** What is known of the infrastructure. */
@ApiRecord
@JsonClassDescription("What is known of the infrastructure.")
public record ProviderConfigStatus(
        @JsonPropertyDescription("Whether machines can be made on it now.")
        Boolean ready,

        @JsonPropertyDescription("Whether its credentials and settings were accepted.")
        Boolean validated,

        @JsonPropertyDescription("Version the infrastructure gives of itself.")
        String providerVersion,

        @JsonPropertyDescription("What there is room for.") Capacity capacity,

        @JsonPropertyDescription("When credentials and settings were last checked.")
        Instant lastValidationTime,

        @JsonPropertyDescription("When the infrastructure was last asked.")
        Instant lastProbeTime,

        @ListMap("type") @JsonPropertyDescription("The state in detail.")
        List<Condition> conditions) {
    public ProviderConfigStatus {
        conditions = Copies.of(conditions);
    }

    /** What there is room for. */
    @ApiRecord
    public record Capacity(
            @JsonPropertyDescription("Addresses not taken.") Integer availableIPs,

            @JsonPropertyDescription("Tenant clusters of usual size that still fit.")
            Integer estimatedTenants) {}
}
