package dev.butlerlabs.sim.talos;

import java.time.Duration;

/**
 * How long things take.
 *
 * @param drop from the answer to the end of the connection
 * @param away for which nothing listens during a reboot
 */
public record Tempo(Duration drop, Duration install, Duration away, Duration boot) {
    /** As fast as the order of events allows. */
    public static final Tempo QUICK =
            new Tempo(Duration.ofMillis(100), Duration.ofMillis(20), Duration.ofMillis(20), Duration.ofMillis(20));
}
