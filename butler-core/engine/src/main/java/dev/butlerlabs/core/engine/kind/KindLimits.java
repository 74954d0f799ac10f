package dev.butlerlabs.core.engine.kind;

import java.time.Duration;

/**
 * How long things may take.
 *
 * @param pull fetching the node image
 * @param boot from the start of the node until it runs its services
 * @param init kubeadm making the control plane
 * @param command any other command in the node
 * @param answer until the API of a node that was started again answers
 */
public record KindLimits(Duration pull, Duration boot, Duration init, Duration command, Duration answer) {
    public static KindLimits standard() {
        return new KindLimits(
                Duration.ofMinutes(20),
                Duration.ofMinutes(1),
                Duration.ofMinutes(6),
                Duration.ofMinutes(1),
                Duration.ofMinutes(3));
    }
}
