package dev.butlerlabs.core.bootstrap;

import java.time.Duration;
import java.util.Map;

/** How much of the time of a whole run one step may take before the run gives up: who allows more for all, allows more for each. */
final class StepLimits {
    private static final double OTHERWISE = 0.2;
    private static final Map<String, Double> SHARES = Map.of(
            StepNames.MACHINES_RUNNING, 0.4,
            StepNames.TALOS, 0.4,
            StepNames.API, 0.3,
            StepNames.ADDONS, 0.6,
            StepNames.NODES, 0.3);

    private StepLimits() {}

    static Duration of(String step, Duration whole) {
        return Duration.ofMillis(Math.round(whole.toMillis() * SHARES.getOrDefault(step, OTHERWISE)));
    }
}
