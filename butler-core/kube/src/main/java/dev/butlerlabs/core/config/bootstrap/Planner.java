package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigPatch;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.MachinePool;
import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.config.Settings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates the configuration from a draft without problems. */
final class Planner {
    private final ConfigDraft draft;

    Planner(ConfigDraft draft) {
        this.draft = draft;
    }

    BootstrapConfig plan() {
        Settings root = draft.root();
        ClusterPlan cluster = cluster(root.get(BootstrapKeys.CLUSTER));
        Settings addons = root.get(BootstrapKeys.ADDONS);
        return new BootstrapConfig(
                root.get(BootstrapKeys.PROVIDER),
                cluster,
                network(root.get(BootstrapKeys.NETWORK)),
                talos(root.get(BootstrapKeys.TALOS)),
                new AddonPlanner(cluster.name()).addons(addons),
                AddonPlanner.consoleSecrets(addons),
                root.find(BootstrapKeys.EXPOSURE).map(PlatformPlanner::exposure),
                root.find(BootstrapKeys.NETWORK_POOL).map(PlatformPlanner::pool),
                root.find(BootstrapKeys.PROVIDER_NETWORK).map(PlatformPlanner::network),
                root.find(BootstrapKeys.MULTI_TENANCY),
                draft.providerSection().orElseThrow());
    }

    private ClusterPlan cluster(Settings cluster) {
        Optional<MachinePool> workers = cluster.find(ClusterKeys.WORKERS)
                .filter(_ -> draft.workers() > 0)
                .map(machines -> machines(machines, draft.workers()));
        return new ClusterPlan(
                cluster.get(ClusterKeys.NAME),
                cluster.get(ClusterKeys.TOPOLOGY),
                machines(
                        cluster.get(ClusterKeys.CONTROL_PLANE),
                        draft.controlPlanes().orElseThrow()),
                workers);
    }

    private static MachinePool machines(Settings machines, int count) {
        return new MachinePool(
                count,
                machines.get(ClusterKeys.CPU),
                machines.get(ClusterKeys.MEMORY_MB),
                machines.get(ClusterKeys.DISK_GB),
                machines.find(ClusterKeys.EXTRA_DISKS).orElse(List.of()).stream()
                        .map(disk -> new ExtraDisk(
                                disk.get(ClusterKeys.SIZE_GB),
                                disk.find(ClusterKeys.STORAGE_CLASS).orElse(null)))
                        .toList(),
                machines.find(ClusterKeys.LABELS).orElse(Map.of()));
    }

    private NetworkPlan network(Settings network) {
        Optional<Ipv4Range> pool = Spots.of(draft).pool().map(Spot::range);
        return new NetworkPlan(
                network.get(NetworkKeys.POD_CIDR),
                network.get(NetworkKeys.SERVICE_CIDR),
                network.find(NetworkKeys.VIP),
                network.find(NetworkKeys.VIP_INTERFACE),
                pool,
                NodeSpots.of(draft).map(NodeSpots::plan),
                network.find(NetworkKeys.MTU));
    }

    private static TalosPlan talos(Settings talos) {
        return new TalosPlan(
                talos.get(TalosKeys.VERSION),
                talos.find(TalosKeys.SCHEMATIC),
                talos.find(TalosKeys.INSTALL_DISK),
                talos.find(TalosKeys.TIME_SERVERS).orElse(List.of()),
                talos.find(TalosKeys.CONFIG_PATCHES).orElse(List.of()).stream()
                        .map(patch -> new ConfigPatch(
                                patch.get(TalosKeys.OPERATION),
                                patch.get(TalosKeys.PATH),
                                patch.find(TalosKeys.VALUE).orElse(null)))
                        .toList(),
                talos.find(TalosKeys.CONFIG_DELIVERY));
    }
}
