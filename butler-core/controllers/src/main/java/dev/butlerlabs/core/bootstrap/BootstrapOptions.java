package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.version.VersionContract;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;

/**
 * How a bootstrap goes about its work.
 *
 * @param poll how often to look at what tells of no change by itself: machines that boot, a cluster that starts
 * @param talosPort where machines answer
 * @param kubernetesPort where the API servers answer
 * @param secrets how the secrets of a new cluster are made
 */
public record BootstrapOptions(Duration poll, int talosPort, int kubernetesPort, Clock clock, SecretsSource secrets) {
    private static final int TALOS_PORT = 50_000;
    private static final int KUBERNETES_PORT = 6443;

    /** Makes the secrets of a new cluster. */
    @FunctionalInterface
    public interface SecretsSource {
        SecretsBundle make(SecretsGenerator generator, VersionContract contract);
    }

    public BootstrapOptions {
        Objects.requireNonNull(poll, "poll");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(secrets, "secrets");
    }

    public static BootstrapOptions standard() {
        return new BootstrapOptions(
                Duration.ofSeconds(5), TALOS_PORT, KUBERNETES_PORT, Clock.systemUTC(), SecretsGenerator::generate);
    }

    public BootstrapOptions withPoll(Duration changed) {
        return new BootstrapOptions(changed, talosPort, kubernetesPort, clock, secrets);
    }

    public BootstrapOptions withPorts(int talos, int kubernetes) {
        return new BootstrapOptions(poll, talos, kubernetes, clock, secrets);
    }

    public BootstrapOptions withClock(Clock changed) {
        return new BootstrapOptions(poll, talosPort, kubernetesPort, changed, secrets);
    }

    /** Where the slow part of making secrets is spared. */
    public BootstrapOptions withSecrets(SecretsSource changed) {
        return new BootstrapOptions(poll, talosPort, kubernetesPort, clock, changed);
    }
}
