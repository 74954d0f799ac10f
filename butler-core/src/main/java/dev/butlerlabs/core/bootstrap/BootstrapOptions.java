package dev.butlerlabs.core.bootstrap;

import java.time.Clock;
import java.time.Duration;
import java.util.Objects;

/**
 * How a bootstrap goes about its work.
 *
 * @param poll how often to look at what tells of no change by itself: machines that boot, a cluster that starts
 * @param talosPort where machines answer
 * @param kubernetesPort where the API servers answer
 */
public record BootstrapOptions(Duration poll, int talosPort, int kubernetesPort, Clock clock) {
    private static final int TALOS_PORT = 50_000;
    private static final int KUBERNETES_PORT = 6443;

    public BootstrapOptions {
        Objects.requireNonNull(poll, "poll");
        Objects.requireNonNull(clock, "clock");
    }

    public static BootstrapOptions standard() {
        return new BootstrapOptions(Duration.ofSeconds(5), TALOS_PORT, KUBERNETES_PORT, Clock.systemUTC());
    }

    public BootstrapOptions withPoll(Duration changed) {
        return new BootstrapOptions(changed, talosPort, kubernetesPort, clock);
    }
}
