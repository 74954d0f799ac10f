package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigPatch;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.MachinePool;
import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.config.Ipv4Range;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates the configuration from a draft without problems. */
final class BootstrapPlanner {
    private final ConfigDraft draft;

    BootstrapPlanner(ConfigDraft draft) {
        this.draft = draft;
    }

    BootstrapConfig plan() {
        ConfigSettings root = draft.root();
        ClusterSettings cluster = cluster(root.get(BootstrapFileKeys.CLUSTER));
        ConfigSettings addons = root.get(BootstrapFileKeys.ADDONS);
        return new BootstrapConfig(
                root.get(BootstrapFileKeys.PROVIDER),
                cluster,
                network(root.get(BootstrapFileKeys.NETWORK)),
                talos(root.get(BootstrapFileKeys.TALOS)),
                new AddonPlanner(cluster.name()).addons(addons),
                AddonPlanner.consoleSecrets(addons),
                root.find(BootstrapFileKeys.EXPOSURE).map(PlatformPlanner::exposure),
                root.find(BootstrapFileKeys.NETWORK_POOL).map(PlatformPlanner::pool),
                root.find(BootstrapFileKeys.PROVIDER_NETWORK).map(PlatformPlanner::network),
                root.find(BootstrapFileKeys.MULTI_TENANCY),
                draft.providerSection().orElseThrow());
    }

    private ClusterSettings cluster(ConfigSettings cluster) {
        Optional<MachinePool> workers = cluster.find(ClusterKeys.WORKERS)
                .filter(_ -> draft.workers() > 0)
                .map(machines -> machines(machines, draft.workers()));
        return new ClusterSettings(
                cluster.get(ClusterKeys.NAME),
                cluster.get(ClusterKeys.TOPOLOGY),
                machines(
                        cluster.get(ClusterKeys.CONTROL_PLANE),
                        draft.controlPlanes().orElseThrow()),
                workers);
    }

    private static MachinePool machines(ConfigSettings machines, int count) {
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

    private NetworkSettings network(ConfigSettings network) {
        Optional<Ipv4Range> pool = AddressUseIndex.of(draft).pool().map(AddressUse::range);
        return new NetworkSettings(
                network.get(NetworkKeys.POD_CIDR),
                network.get(NetworkKeys.SERVICE_CIDR),
                network.find(NetworkKeys.VIP),
                network.find(NetworkKeys.VIP_INTERFACE),
                pool,
                NodeAddressUseReader.of(draft).map(NodeAddressUseReader::plan),
                network.find(NetworkKeys.MTU));
    }

    private static TalosSettings talos(ConfigSettings talos) {
        return new TalosSettings(
                talos.get(TalosKeys.VERSION),
                talos.find(TalosKeys.SCHEMATIC),
                talos.find(TalosKeys.IMAGE).isPresent(),
                talos.find(TalosKeys.ARCH).orElse("amd64"),
                talos.find(TalosKeys.FACTORY).map(BootstrapPlanner::factory),
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

    private static TalosSettings.Factory factory(ConfigSettings factory) {
        Map<String, SensitiveText> credentials = new HashMap<>();
        factory.find(TalosKeys.FACTORY_CA).ifPresent(value -> credentials.put("ca.pem", value));
        factory.find(TalosKeys.FACTORY_TOKEN).ifPresent(value -> credentials.put("token", value));
        factory.find(TalosKeys.FACTORY_USERNAME).ifPresent(value -> credentials.put("username", value));
        factory.find(TalosKeys.FACTORY_PASSWORD).ifPresent(value -> credentials.put("password", value));
        return new TalosSettings.Factory(factory.get(TalosKeys.FACTORY_URL), credentials);
    }
}
