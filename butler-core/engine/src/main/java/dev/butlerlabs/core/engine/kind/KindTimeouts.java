package dev.butlerlabs.core.engine.kind;

import java.time.Duration;

/**
 * Timeouts.
 *
 * @param pull pulling the node image
 * @param boot from the start of the node until its services run
 * @param init kubeadm init
 * @param command any other command in the node
 * @param answer until the API of a restarted node is available
 */
public record KindTimeouts(Duration pull, Duration boot, Duration init, Duration command, Duration answer) {
    public static KindTimeouts standard() {
        return new KindTimeouts(
                Duration.ofMinutes(20),
                Duration.ofMinutes(1),
                Duration.ofMinutes(6),
                Duration.ofMinutes(1),
                Duration.ofMinutes(3));
    }
}
