package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;

/** What is known of the policy. */
@ApiRecord
@JsonClassDescription("What is known of the policy.")
public record ClusterCreationPolicyStatus(
        @JsonPropertyDescription("Things the policy names that no longer exist.")
        List<String> staleReferences,

        @ListMap("type") @JsonPropertyDescription("The state in detail.")
        List<Condition> conditions) {
    public ClusterCreationPolicyStatus {
        staleReferences = Copies.of(staleReferences);
        conditions = Copies.of(conditions);
    }
}
