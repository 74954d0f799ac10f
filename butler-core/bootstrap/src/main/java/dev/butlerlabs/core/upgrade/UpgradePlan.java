package dev.butlerlabs.core.upgrade;

import dev.butlerlabs.core.upgrade.UpgradeHop.Product;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.VersionList;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an upgrade would do, and what prevents it. Immutable.
 *
 * @param target the versions that are reached
 * @param hops in order
 * @param addons the platform addons whose version changes; empty if the platform is not upgraded
 * @param blockers must be resolved before the upgrade can start
 * @param warnings versions that receive no fixes
 */
public record UpgradePlan(
        ClusterVersions cluster,
        UpgradeTarget target,
        List<UpgradeHop> hops,
        List<AddonVersions> addons,
        List<UpgradeBlocker> blockers,
        List<String> warnings) {
    public UpgradePlan {
        hops = List.copyOf(hops);
        addons = List.copyOf(addons);
        blockers = List.copyOf(blockers);
        warnings = List.copyOf(warnings);
    }

    /**
     * Plans an upgrade. Pure function.
     *
     * @param platform whether the platform addons are upgraded
     */
    public static UpgradePlan of(
            ClusterVersions cluster, UpgradeTarget target, boolean platform, VersionList list, LocalDate today) {
        UpgradeRoute route = UpgradeRoutePlanner.plan(list, cluster.talos(), cluster.kubernetes(), target);
        List<UpgradeBlocker> blockers = new ArrayList<>(route.blockers());
        boolean isChanged = !route.hops().isEmpty();
        if (isChanged) {
            blockers.addAll(nodeBlockers(cluster));
            blockers.addAll(apiBlockers(cluster, route.hops()));
            cluster.fullBudgets()
                    .forEach(name -> blockers.add(new UpgradeBlocker(
                            "PodDisruptionBudget %s allows no disruption, so its node cannot be drained."
                                    .formatted(name),
                            "Add replicas, or change the budget.")));
        }
        ReleaseVersion talos = target.talos().orElse(cluster.talos());
        ReleaseVersion kubernetes = target.kubernetes().orElse(cluster.kubernetes());
        List<String> warnings = new ArrayList<>();
        list.talosSupportWarning(talos, today).ifPresent(warnings::add);
        list.kubernetesSupportWarning(kubernetes, today).ifPresent(warnings::add);
        return new UpgradePlan(
                cluster,
                new UpgradeTarget(Optional.of(talos), Optional.of(kubernetes)),
                route.hops(),
                platform
                        ? cluster.addons().stream()
                                .filter(AddonVersions::isChanged)
                                .toList()
                        : List.of(),
                blockers,
                warnings);
    }

    private static List<UpgradeBlocker> nodeBlockers(ClusterVersions cluster) {
        List<UpgradeBlocker> blockers = new ArrayList<>();
        cluster.nodes().stream()
                .filter(node -> !node.isReady())
                .forEach(node -> blockers.add(new UpgradeBlocker(
                        "Node %s is not ready.".formatted(node.name()),
                        "Repair or remove it: kubectl describe node %s".formatted(node.name()),
                        true)));
        cluster.otherNodes()
                .forEach(name -> blockers.add(new UpgradeBlocker(
                        "Node %s does not run Talos.".formatted(name), "Remove it from the cluster.")));
        return blockers;
    }

    private static List<UpgradeBlocker> apiBlockers(ClusterVersions cluster, List<UpgradeHop> hops) {
        return cluster.removedApis().stream()
                .filter(use -> hops.stream()
                        .anyMatch(hop -> hop.product() == Product.KUBERNETES
                                && hop.to().minorVersion().compareTo(use.removedIn()) >= 0
                                && cluster.kubernetes().minorVersion().compareTo(use.removedIn()) < 0))
                .map(use -> new UpgradeBlocker(
                        "Clients use %s, which Kubernetes %s removes.".formatted(use.resource(), use.removedIn()),
                        "Change the clients to a newer version of the API."))
                .toList();
    }
}
