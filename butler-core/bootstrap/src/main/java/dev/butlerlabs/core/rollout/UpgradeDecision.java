package dev.butlerlabs.core.rollout;

import dev.butlerlabs.core.talos.config.KubernetesComponent;
import dev.butlerlabs.core.talos.image.InstallerImage;
import dev.butlerlabs.core.upgrade.UpgradeHop;
import dev.butlerlabs.core.version.ReleaseVersion;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Decides on the next change of one upgrade step from the observed state alone, so that an interrupted upgrade resumes where it stopped.
 *
 * <p>One node changes at a time, and only while all others are healthy and every control plane node is a voter of etcd. Talos: control
 * plane nodes first. Kubernetes: the API server on every control plane node, then the controller manager, then the scheduler, then the
 * kubelet on every node, control plane nodes first. Pure functions.
 */
final class UpgradeDecision {
    private UpgradeDecision() {}

    /**
     * Returns the next change.
     *
     * @param hop the next step; called only if no change is pending, since the versions are known only then
     * @param requested the nodes whose Talos upgrade this process has requested
     */
    static UpgradeChange next(UpgradeObservation cluster, Supplier<Optional<UpgradeHop>> hop, Set<String> requested) {
        return new PendingChangeFinder(cluster, requested)
                .first()
                .<UpgradeChange>map(change -> change)
                .or(() -> finishedAttempt(cluster))
                .or(() -> hop.get()
                        .map(step -> change(cluster, step)
                                .orElseThrow(() -> new IllegalStateException("no change is left in " + step))))
                .orElseGet(UpgradeChange.FinishHop::new);
    }

    private static Optional<UpgradeChange> finishedAttempt(UpgradeObservation cluster) {
        return cluster.nodes().stream()
                .flatMap(node -> node.attempt().stream().flatMap(attempt -> finished(node, attempt).stream()))
                .findFirst();
    }

    /** An attempt whose machine has not restarted is made again: the request may not have arrived. */
    private static Optional<UpgradeChange> finished(UpgradeNode node, UpgradeAttempt attempt) {
        UpgradeNode.Machine machine = node.machine().orElseThrow();
        if (machine.talos().compareTo(attempt.target()) >= 0) {
            return Optional.of(new UpgradeChange.CompleteAttempt(node.name()));
        }
        return machine.bootId().equals(attempt.bootId())
                ? Optional.empty()
                : Optional.of(new UpgradeChange.ReportRollback(node.name(), attempt.target(), machine.talos()));
    }

    private static Optional<UpgradeChange> change(UpgradeObservation cluster, UpgradeHop hop) {
        return switch (hop.product()) {
            case TALOS -> talos(cluster, hop.to());
            case KUBERNETES -> kubernetes(cluster, hop.to());
        };
    }

    private static Optional<UpgradeChange> talos(UpgradeObservation cluster, ReleaseVersion version) {
        return cluster.controlPlanesFirst().stream()
                .filter(node -> node.talos().orElseThrow().compareTo(version) < 0)
                .findFirst()
                .map(node -> upgrade(node, node.machine().orElseThrow(), version));
    }

    private static UpgradeChange upgrade(UpgradeNode node, UpgradeNode.Machine machine, ReleaseVersion version) {
        String installer = InstallerImage.of(machine.installer(), machine.schematic(), machine.platform(), version);
        return new UpgradeChange.UpgradeTalos(node.name(), version, installer, machine.bootId());
    }

    private static Optional<UpgradeChange> kubernetes(UpgradeObservation cluster, ReleaseVersion version) {
        return Stream.of(KubernetesComponent.values())
                .flatMap(component -> cluster.controlPlanesFirst().stream()
                        .filter(node -> node.components().anyMatch(component::equals))
                        .filter(node -> node.running(component).orElseThrow().compareTo(version) < 0)
                        .map(node -> new UpgradeChange.SetComponent(node.name(), component, version)))
                .<UpgradeChange>map(action -> action)
                .findFirst();
    }
}
