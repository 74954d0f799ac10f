package dev.butlerlabs.core.upgrade;

import dev.butlerlabs.core.version.ReleaseVersion;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a management cluster runs, and what could prevent an upgrade. Immutable.
 *
 * @param server the version of the API server
 * @param otherNodes nodes that do not run Talos
 * @param removedApis APIs in use that a later version removes
 * @param fullBudgets PodDisruptionBudgets that allow no disruption although all of their pods are healthy
 */
public record ClusterVersions(
        ReleaseVersion server,
        List<NodeVersions> nodes,
        List<String> otherNodes,
        List<AddonVersions> addons,
        List<RemovedApiUse> removedApis,
        List<String> fullBudgets) {
    public ClusterVersions {
        nodes = List.copyOf(nodes);
        otherNodes = List.copyOf(otherNodes);
        addons = List.copyOf(addons);
        removedApis = List.copyOf(removedApis);
        fullBudgets = List.copyOf(fullBudgets);
    }

    /** Returns the lowest Talos version of all nodes, which decides what is compatible. */
    public ReleaseVersion talos() {
        return nodes.stream()
                .map(NodeVersions::talos)
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** Returns the lowest Kubernetes version of the API server and all nodes. */
    public ReleaseVersion kubernetes() {
        return Stream.concat(Stream.of(server), nodes.stream().map(NodeVersions::kubernetes))
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }
}
