package dev.butlerlabs.core.server.view;

import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A condition of an object. */
public record ConditionRow(
        String type, String status, String reason, String message, Optional<Instant> lastTransitionTime) {
    static ConditionRow of(Condition condition) {
        return new ConditionRow(
                Objects.requireNonNullElse(condition.getType(), ""),
                Objects.requireNonNullElse(condition.getStatus(), "Unknown"),
                Objects.requireNonNullElse(condition.getReason(), ""),
                Objects.requireNonNullElse(condition.getMessage(), ""),
                ObjectFields.time(condition.getLastTransitionTime()));
    }

    static List<ConditionRow> of(List<Condition> conditions) {
        return conditions.stream().map(ConditionRow::of).toList();
    }
}
