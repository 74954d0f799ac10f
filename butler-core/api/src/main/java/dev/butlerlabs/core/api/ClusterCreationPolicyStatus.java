package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;

/** The observed state of the policy. */
@ApiRecord
@JsonClassDescription("The observed state of the policy.")
public record ClusterCreationPolicyStatus(
        @JsonPropertyDescription("References of the policy to objects that no longer exist.")
        List<String> staleReferences,

        @ListMap("type") @JsonPropertyDescription("Conditions of the resource.")
        List<Condition> conditions) {
    public ClusterCreationPolicyStatus {
        staleReferences = NullSafeCopies.of(staleReferences);
        conditions = NullSafeCopies.of(conditions);
    }
}
