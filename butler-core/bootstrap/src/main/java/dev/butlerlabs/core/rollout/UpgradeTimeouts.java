package dev.butlerlabs.core.rollout;

import java.time.Duration;

/**
 * How long an upgrade waits.
 *
 * @param node for one change of one node, and for the platform addons
 * @param problem for a problem that the upgrade did not cause to disappear
 * @param poll between two observations
 */
public record UpgradeTimeouts(Duration node, Duration problem, Duration poll) {
    /** Returns the usual values: a machine may download an image and repartition its disk. */
    public static UpgradeTimeouts standard() {
        return new UpgradeTimeouts(Duration.ofMinutes(30), Duration.ofMinutes(2), Duration.ofSeconds(2));
    }

    public UpgradeTimeouts withNode(Duration limit) {
        return new UpgradeTimeouts(limit, problem, poll);
    }
}
