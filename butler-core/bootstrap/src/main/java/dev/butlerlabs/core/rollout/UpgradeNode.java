package dev.butlerlabs.core.rollout;

import dev.butlerlabs.core.status.SourceResult;
import dev.butlerlabs.core.talos.client.MachineStatus;
import dev.butlerlabs.core.talos.config.KubernetesComponent;
import dev.butlerlabs.core.version.ReleaseVersion;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A node during an upgrade, as the Kubernetes API and its Talos API report it. Immutable.
 *
 * @param notReady why the node is not ready, without a full stop; empty if it is
 * @param kubelet the running version
 * @param pods the static pods of a control plane node that exist
 * @param attempt the Talos upgrade that was requested for the node and is not complete
 * @param talosApi its machine, or why its Talos API could not be read
 */
public record UpgradeNode(
        String name,
        boolean isControlPlane,
        Optional<String> notReady,
        ReleaseVersion kubelet,
        Map<KubernetesComponent, Pod> pods,
        Optional<UpgradeAttempt> attempt,
        SourceResult<Machine> talosApi) {
    public UpgradeNode {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(notReady, "notReady");
        Objects.requireNonNull(kubelet, "kubelet");
        pods = Map.copyOf(pods);
        Objects.requireNonNull(attempt, "attempt");
        Objects.requireNonNull(talosApi, "talosApi");
    }

    /** A static pod and the version that it runs. */
    public record Pod(ReleaseVersion version, boolean isReady) {}

    /**
     * What the Talos API of the node reports.
     *
     * @param bootId changes with every boot
     * @param configured the Kubernetes versions in its configuration
     * @param installer the installer image in its configuration
     * @param schematic the schematic that it was installed with
     * @param platform such as {@code metal}
     */
    public record Machine(
            ReleaseVersion talos,
            MachineStatus status,
            String bootId,
            Map<KubernetesComponent, ReleaseVersion> configured,
            Optional<String> installer,
            Optional<String> schematic,
            String platform) {
        public Machine {
            configured = Map.copyOf(configured);
        }
    }

    /** Returns what the Talos API reports; empty if it could not be read. */
    public Optional<Machine> machine() {
        return talosApi.value();
    }

    /** Returns the Talos version; empty if the node does not respond. */
    Optional<ReleaseVersion> talos() {
        return machine().map(Machine::talos);
    }

    /** Returns the components whose version the node sets. */
    Stream<KubernetesComponent> components() {
        return Stream.of(KubernetesComponent.values()).filter(component -> switch (component) {
            case API_SERVER, CONTROLLER_MANAGER, SCHEDULER -> isControlPlane;
            case PROXY -> configured(component).isPresent();
            case KUBELET -> true;
        });
    }

    /** Returns the version that a component runs. Kube-proxy is disabled, so that only its configured version matters. */
    Optional<ReleaseVersion> running(KubernetesComponent component) {
        return switch (component) {
            case API_SERVER, CONTROLLER_MANAGER, SCHEDULER ->
                Optional.ofNullable(pods.get(component)).map(Pod::version);
            case PROXY -> configured(component);
            case KUBELET -> Optional.of(kubelet);
        };
    }

    /** Returns the version of a component in the configuration of the machine. */
    Optional<ReleaseVersion> configured(KubernetesComponent component) {
        return machine().map(known -> known.configured().get(component));
    }
}
