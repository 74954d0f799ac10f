package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** The observed state of the infrastructure. */
@ApiRecord
@JsonClassDescription("The observed state of the infrastructure.")
public record ProviderConfigStatus(
        @JsonPropertyDescription("Whether machines can be created on the infrastructure.")
        Boolean ready,

        @JsonPropertyDescription("Whether the credentials and settings are valid.")
        Boolean validated,

        @JsonPropertyDescription("Version of the infrastructure.")
        String providerVersion,

        @JsonPropertyDescription("Available capacity.") Capacity capacity,

        @JsonPropertyDescription("Time of the last validation of credentials and settings.")
        Instant lastValidationTime,

        @JsonPropertyDescription("Time of the last probe of the infrastructure.")
        Instant lastProbeTime,

        @ListMap("type") @JsonPropertyDescription("Conditions of the resource.")
        List<Condition> conditions) {
    public ProviderConfigStatus {
        conditions = NullSafeCopies.of(conditions);
    }

    /** Available capacity. */
    @ApiRecord
    public record Capacity(
            @JsonPropertyDescription("Number of available addresses.")
            Integer availableIPs,

            @JsonPropertyDescription("Estimated number of additional tenant clusters.")
            Integer estimatedTenants) {}
}
