package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.ipam.space.SpaceStatistics;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.EventType;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The utilization tiers of a pool, with their conditions and events. */
enum PoolUsageText {
    WARNING("CapacityWarning", 70),
    CRITICAL("CapacityCritical", 85),
    EXHAUSTED("CapacityExhausted", 95);

    /** Hysteresis in percentage points, so that a pool near a threshold does not report each crossing. */
    private static final int SLACK = 3;

    private final String condition;
    private final int percent;

    PoolUsageText(String condition, int percent) {
        this.condition = condition;
        this.percent = percent;
    }

    /** An event to record. */
    record News(EventType type, String reason, String message) {}

    /** Returns the conditions including one condition for each tier. */
    static List<Condition> conditions(List<Condition> before, SpaceStatistics figures, long generation, Instant now) {
        List<Condition> result = before;
        for (PoolUsageText tier : values()) {
            boolean reached = tier.isReached(before, figures);
            result = ConditionEditor.set(
                    result,
                    tier.condition,
                    reached ? ConditionEditor.TRUE : ConditionEditor.FALSE,
                    reached ? "UtilizationAboveThreshold" : "UtilizationBelowThreshold",
                    reached ? tier.sentence() : "",
                    generation,
                    now);
        }
        return result;
    }

    private boolean isReached(List<Condition> before, SpaceStatistics figures) {
        int threshold = ConditionEditor.isTrue(before, condition) ? percent - SLACK : percent;
        return figures.usedPercent() >= threshold;
    }

    private String sentence() {
        return "At least %d %% of the addresses are allocated.".formatted(percent - SLACK);
    }

    /**
     * Returns the event for a change of the tier between two lists of conditions: a higher tier, a lower one, or recovery. Empty if the
     * tier did not change.
     */
    static Optional<News> news(List<Condition> before, List<Condition> after, SpaceStatistics figures) {
        Optional<PoolUsageText> then = highest(before);
        Optional<PoolUsageText> now = highest(after);
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

    private static Optional<PoolUsageText> highest(List<Condition> conditions) {
        return Arrays.stream(values())
                .filter(tier -> ConditionEditor.isTrue(conditions, tier.condition))
                .reduce((lower, higher) -> higher);
    }
}
