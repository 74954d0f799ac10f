package dev.butlerlabs.sim.talos;

import java.time.Duration;

/**
 * Delays of a machine.
 *
 * @param drop from the response to the end of the connection
 * @param away time without a listener during a reboot
 */
public record NodeDelays(Duration drop, Duration install, Duration away, Duration boot) {
    /** No delays: as fast as the order of events permits. */
    public static final NodeDelays QUICK =
            new NodeDelays(Duration.ofMillis(100), Duration.ofMillis(20), Duration.ofMillis(20), Duration.ofMillis(20));
}
