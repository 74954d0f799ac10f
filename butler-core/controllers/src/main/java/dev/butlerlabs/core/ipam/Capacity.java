package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.ipam.space.Figures;
import dev.butlerlabs.core.reconcile.Conditions;
import dev.butlerlabs.core.reconcile.EventType;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The utilization tiers of a pool, with their conditions and events. */
enum Capacity {
    WARNING("CapacityWarning", 70),
    CRITICAL("CapacityCritical", 85),
    EXHAUSTED("CapacityExhausted", 95);

    /** Hysteresis in percentage points, so that a pool near a threshold does not report each crossing. */
    private static final int SLACK = 3;

    private final String condition;
    private final int percent;

    Capacity(String condition, int percent) {
        this.condition = condition;
        this.percent = percent;
    }

    /** An event to record. */
    record News(EventType type, String reason, String message) {}

    /** Returns the conditions including one condition for each tier. */
    static List<Condition> conditions(List<Condition> before, Figures figures, long generation, Instant now) {
        List<Condition> result = before;
        for (Capacity tier : values()) {
            boolean reached = tier.isReached(before, figures);
            result = Conditions.set(
                    result,
                    tier.condition,
                    reached ? Conditions.TRUE : Conditions.FALSE,
                    reached ? "UtilizationAboveThreshold" : "UtilizationBelowThreshold",
                    reached ? tier.sentence() : "",
                    generation,
                    now);
        }
        return result;
    }

    private boolean isReached(List<Condition> before, Figures figures) {
        int threshold = Conditions.isTrue(before, condition) ? percent - SLACK : percent;
        return figures.usedPercent() >= threshold;
    }

    private String sentence() {
        return "At least %d %% of the addresses are allocated.".formatted(percent - SLACK);
    }

    /**
     * Returns the event for a change of the tier between two lists of conditions: a higher tier, a lower one, or recovery. Empty if the
     * tier did not change.
     */
    static Optional<News> news(List<Condition> before, List<Condition> after, Figures figures) {
        Optional<Capacity> then = highest(before);
        Optional<Capacity> now = highest(after);
        if (then.equals(now)) {
            return Optional.empty();
        }
        String message = "%d of %d addresses allocated, %d free; the largest free range has %d."
                .formatted(figures.taken(), figures.total(), figures.free(), figures.largest());
        boolean worse = now.isPresent() && (then.isEmpty() || now.get().compareTo(then.get()) > 0);
        return Optional.of(
                worse
                        ? new News(EventType.WARNING, "Pool" + now.get().condition, message)
                        : new News(EventType.NORMAL, "PoolCapacityRecovered", message));
    }

    private static Optional<Capacity> highest(List<Condition> conditions) {
        return Arrays.stream(values())
                .filter(tier -> Conditions.isTrue(conditions, tier.condition))
                .reduce((lower, higher) -> higher);
    }
}
