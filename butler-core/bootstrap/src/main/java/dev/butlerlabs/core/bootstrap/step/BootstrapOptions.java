package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.version.VersionContract;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;

/**
 * The settings of the bootstrap reconciler. Immutable.
 *
 * @param poll the polling interval for states without events: booting machines, a starting cluster
 * @param talosPort the port of the Talos API
 * @param kubernetesPort the port of the Kubernetes API servers
 * @param secrets generates the secrets of a new cluster
 */
public record BootstrapOptions(Duration poll, int talosPort, int kubernetesPort, Clock clock, SecretsSource secrets) {
    private static final int TALOS_PORT = 50_000;
    private static final int KUBERNETES_PORT = 6443;

    /** Generates the secrets of a new cluster. */
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

    /** Returns options with another source of secrets, for tests that skip the slow key generation. */
    public BootstrapOptions withSecrets(SecretsSource changed) {
        return new BootstrapOptions(poll, talosPort, kubernetesPort, clock, changed);
    }
}
