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

/** Pure functions on the conditions of a status. Lists are never changed; the answer is a new one in the same order. */
public final class Conditions {
    public static final String READY = ConditionTypes.READY;
    public static final String PROGRESSING = ConditionTypes.PROGRESSING;
    public static final String DEGRADED = ConditionTypes.DEGRADED;

    public static final String TRUE = "True";
    public static final String FALSE = "False";
    public static final String UNKNOWN = "Unknown";

    /** The API refuses longer ones at 32768; nobody reads that much. */
    private static final int LONGEST_MESSAGE = 4096;

    private Conditions() {}

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
     * The list with this condition in it. The transition time moves only when the status of the condition differs from before;
     * reason, message and generation may change without one.
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

    /** A time as the Kubernetes API writes it: UTC, whole seconds. */
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
