package dev.butlerlabs.core.rollout;

import dev.butlerlabs.core.rollout.UpgradeChange.AwaitChange;
import dev.butlerlabs.core.talos.client.MachineStage;
import dev.butlerlabs.core.talos.config.KubernetesComponent;
import dev.butlerlabs.core.version.ReleaseVersion;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Finds what must be complete or repaired before the next node may be changed. Pure functions. */
final class PendingChangeFinder {
    private final UpgradeObservation cluster;
    private final Set<String> requested;

    /** @param requested the nodes whose Talos upgrade this process has requested */
    PendingChangeFinder(UpgradeObservation cluster, Set<String> requested) {
        this.cluster = cluster;
        this.requested = Set.copyOf(requested);
    }

    /** Returns the first pending change. Problems that do not follow from the upgrade come first. */
    Optional<AwaitChange> first() {
        List<AwaitChange> all = Stream.concat(
                        cluster.nodes().stream().flatMap(node -> ofNode(node).stream()), ofEtcd().stream())
                .toList();
        return all.stream()
                .filter(change -> !change.isUpgrading())
                .findFirst()
                .or(() -> all.stream().findFirst());
    }

    private Optional<AwaitChange> ofNode(UpgradeNode node) {
        return unreachable(node)
                .or(() -> notRunning(node))
                .or(() -> notShutDown(node))
                .or(() -> component(node))
                .or(() -> node.notReady().map(reason -> change(node, "not ready: " + reason, isChanging(node))));
    }

    private static Optional<AwaitChange> unreachable(UpgradeNode node) {
        return node.machine().isPresent()
                ? Optional.empty()
                : Optional.of(change(
                        node,
                        "the state of the machine is " + node.talosApi().absence(),
                        node.attempt().isPresent()));
    }

    private Optional<AwaitChange> notRunning(UpgradeNode node) {
        return node.machine()
                .map(UpgradeNode.Machine::status)
                .filter(status -> status.stage() != MachineStage.RUNNING || !status.ready())
                .map(status -> change(node, "the machine is " + status, isChanging(node)));
    }

    /** The machine downloads and installs before it shuts down. */
    private Optional<AwaitChange> notShutDown(UpgradeNode node) {
        return node.attempt()
                .filter(_ -> requested.contains(node.name()))
                .filter(attempt -> node.machine()
                        .filter(machine -> machine.bootId().equals(attempt.bootId()))
                        .isPresent())
                .map(_ -> change(node, "it has not restarted yet", true));
    }

    private Optional<AwaitChange> component(UpgradeNode node) {
        return node.components()
                .flatMap(component -> component(node, component).stream())
                .findFirst();
    }

    private static Optional<AwaitChange> component(UpgradeNode node, KubernetesComponent component) {
        Optional<ReleaseVersion> running = node.running(component);
        Optional<ReleaseVersion> configured = node.configured(component);
        if (running.isEmpty()) {
            return Optional.of(change(node, component.program() + " does not run", isChanging(node)));
        }
        if (configured.isPresent() && !configured.equals(running)) {
            return Optional.of(change(
                    node,
                    "%s runs %s instead of %s".formatted(component.program(), running.get(), configured.get()),
                    true));
        }
        boolean isReady = !component.isStaticPod() || node.pods().get(component).isReady();
        return isReady
                ? Optional.empty()
                : Optional.of(change(node, component.program() + " is not ready", isChanging(node)));
    }

    private Optional<AwaitChange> ofEtcd() {
        return cluster.etcdProblem()
                .map(problem -> new AwaitChange(
                        "etcd", problem, cluster.nodes().stream().anyMatch(PendingChangeFinder::isChanging)));
    }

    /** Returns whether Talos or a component of the node is being upgraded. */
    private static boolean isChanging(UpgradeNode node) {
        return node.attempt().isPresent()
                || node.components()
                        .anyMatch(component -> node.configured(component).isPresent()
                                && !node.configured(component).equals(node.running(component)));
    }

    private static AwaitChange change(UpgradeNode node, String reason, boolean isUpgrading) {
        return new AwaitChange(node.name(), reason, isUpgrading);
    }
}
