package dev.butlerlabs.sim.tenant;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Builds the conditions of a v1beta2 status and, under {@code deprecated.v1beta1}, those of v1beta1. A condition whose status does not
 * change keeps its time. Not thread-safe.
 */
final class ClusterApiConditions {
    private final GenericKubernetesResource object;
    private final Instant now;
    private final List<Map<String, Object>> current = new ArrayList<>();
    private final List<Map<String, Object>> deprecated = new ArrayList<>();

    ClusterApiConditions(GenericKubernetesResource object, Instant now) {
        this.object = object;
        this.now = now.truncatedTo(ChronoUnit.SECONDS);
    }

    /** Adds a condition; the reason is one of two. */
    ClusterApiConditions with(String type, boolean holds, String reasonIfTrue, String reasonIfFalse) {
        Map<String, Object> condition = condition(type, holds, object.get("status", "conditions"));
        condition.put("reason", holds ? reasonIfTrue : reasonIfFalse);
        condition.put("message", "");
        Optional.ofNullable(object.getMetadata().getGeneration())
                .ifPresent(generation -> condition.put("observedGeneration", generation.intValue()));
        current.add(condition);
        return this;
    }

    /** Adds a v1beta1 condition, which has a reason and a severity only while it is false. */
    ClusterApiConditions withDeprecated(String type, boolean holds, String reasonIfFalse) {
        Map<String, Object> condition =
                condition(type, holds, object.get("status", "deprecated", "v1beta1", "conditions"));
        if (!holds) {
            condition.put("reason", reasonIfFalse);
            condition.put("severity", "Info");
        }
        deprecated.add(condition);
        return this;
    }

    private Map<String, Object> condition(String type, boolean holds, Object known) {
        String status = holds ? "True" : "False";
        Map<String, Object> condition = new TreeMap<>();
        condition.put("type", type);
        condition.put("status", status);
        condition.put("lastTransitionTime", lastTransition(known, type, status).orElseGet(now::toString));
        return condition;
    }

    private static Optional<String> lastTransition(Object known, String type, String status) {
        return known instanceof List<?> list
                ? list.stream()
                        .filter(Map.class::isInstance)
                        .map(Map.class::cast)
                        .filter(one -> type.equals(one.get("type")) && status.equals(one.get("status")))
                        .map(one -> String.valueOf(one.get("lastTransitionTime")))
                        .findFirst()
                : Optional.empty();
    }

    List<Map<String, Object>> current() {
        return List.copyOf(current);
    }

    /** Returns the field {@code status.deprecated}. */
    Map<String, Object> deprecated(Map<String, Object> counters) {
        Map<String, Object> older = new TreeMap<>(counters);
        older.put("conditions", List.copyOf(deprecated));
        return Map.of("v1beta1", older);
    }
}
