package dev.butlerlabs.core.bootstrap.run;

import dev.butlerlabs.core.bootstrap.step.StepNames;
import java.time.Duration;
import java.util.Map;

/**
 * Computes how long a run waits for one step: its share of the time limit of the whole run, but at least {@link #FLOOR}, unless the whole
 * is shorter.
 */
final class StepTimeouts {
    private static final double OTHERWISE = 0.2;
    private static final Map<String, Double> SHARES = Map.of(
            StepNames.MACHINES_RUNNING, 0.4,
            StepNames.TALOS, 0.4,
            StepNames.API, 0.3,
            StepNames.ADDONS, 0.6,
            StepNames.NODES, 0.3);

    /** The minimum, so that a short time limit does not end a step too early. */
    static final Duration FLOOR = Duration.ofMinutes(3);

    private StepTimeouts() {}

    static Duration of(String step, Duration whole) {
        Duration share = Duration.ofMillis(Math.round(whole.toMillis() * SHARES.getOrDefault(step, OTHERWISE)));
        Duration floor = whole.compareTo(FLOOR) < 0 ? whole : FLOOR;
        return share.compareTo(floor) < 0 ? floor : share;
    }
}
