package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.api.ConditionTypes;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Pure functions on the conditions of a status. Lists are never modified; the result is a new list in the same order. Thread-safe. */
public final class ConditionEditor {
    public static final String READY = ConditionTypes.READY;
    public static final String PROGRESSING = ConditionTypes.PROGRESSING;
    public static final String DEGRADED = ConditionTypes.DEGRADED;

    public static final String TRUE = "True";
    public static final String FALSE = "False";
    public static final String UNKNOWN = "Unknown";

    /** A readable maximum, well below the limit of 32768 in the API. */
    private static final int LONGEST_MESSAGE = 4096;

    private ConditionEditor() {}

    public static Optional<Condition> find(List<Condition> conditions, String type) {
        return conditions.stream()
                .filter(condition -> type.equals(condition.getType()))
                .findFirst();
    }

    public static boolean isTrue(List<Condition> conditions, String type) {
        return find(conditions, type)
                .filter(condition -> TRUE.equals(condition.getStatus()))
                .isPresent();
    }

    /**
     * Returns the list with a condition added or replaced. The transition time changes only with the status of the condition; reason,
     * message and generation may change without it.
     */
    public static List<Condition> set(
            List<Condition> conditions,
            String type,
            String status,
            String reason,
            String message,
            long generation,
            Instant now) {
        String transition = find(conditions, type)
                .filter(before -> status.equals(before.getStatus()))
                .map(Condition::getLastTransitionTime)
                .orElseGet(() -> timestamp(now));
        return put(
                conditions,
                new ConditionBuilder()
                        .withType(type)
                        .withStatus(status)
                        .withReason(reason)
                        .withMessage(shortened(message))
                        .withObservedGeneration(generation)
                        .withLastTransitionTime(transition)
                        .build());
    }

    public static List<Condition> remove(List<Condition> conditions, String type) {
        return conditions.stream()
                .filter(condition -> !type.equals(condition.getType()))
                .toList();
    }

    /** Formats a time as the Kubernetes API does: UTC, whole seconds. */
    public static String timestamp(Instant time) {
        return DateTimeFormatter.ISO_INSTANT.format(time.truncatedTo(ChronoUnit.SECONDS));
    }

    private static List<Condition> put(List<Condition> conditions, Condition condition) {
        List<Condition> result = new ArrayList<>(conditions);
        for (int i = 0; i < result.size(); i++) {
            if (condition.getType().equals(result.get(i).getType())) {
                result.set(i, condition);
                return List.copyOf(result);
            }
        }
        result.add(condition);
        return List.copyOf(result);
    }

    private static String shortened(String message) {
        return message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE - 1) + "…";
    }
}
