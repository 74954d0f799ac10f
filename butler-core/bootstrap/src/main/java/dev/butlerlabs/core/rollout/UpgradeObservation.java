package dev.butlerlabs.core.rollout;

import dev.butlerlabs.core.version.ReleaseVersion;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The state of a cluster during an upgrade. Immutable.
 *
 * @param nodes by name
 * @param etcdProblem why etcd could not lose a member now, without a full stop; empty if every control plane node is a healthy voter
 */
public record UpgradeObservation(List<UpgradeNode> nodes, Optional<String> etcdProblem) {
    public UpgradeObservation {
        nodes = nodes.stream().sorted(Comparator.comparing(UpgradeNode::name)).toList();
    }

    /** Returns the lowest Talos version of the machines that respond; empty if none does. */
    public Optional<ReleaseVersion> lowestTalos() {
        return nodes.stream().flatMap(node -> node.talos().stream()).min(Comparator.naturalOrder());
    }

    /** Returns the lowest Kubernetes version of all programs, running or configured. */
    public Optional<ReleaseVersion> lowestKubernetes() {
        return nodes.stream()
                .flatMap(node -> node.components()
                        .flatMap(component ->
                                Stream.concat(node.running(component).stream(), node.configured(component).stream())))
                .min(Comparator.naturalOrder());
    }

    /** Returns the control plane nodes, then the workers. */
    List<UpgradeNode> controlPlanesFirst() {
        return nodes.stream()
                .sorted(Comparator.comparing(UpgradeNode::isControlPlane).reversed())
                .toList();
    }
}
