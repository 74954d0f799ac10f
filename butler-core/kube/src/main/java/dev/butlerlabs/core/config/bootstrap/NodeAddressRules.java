package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.net.IpAddress;
import java.util.List;
import java.util.Optional;

/** Checks that static machine addresses suffice, are inside the subnet and are not used for another purpose. */
final class NodeAddressRules implements ConfigRule {
    private static final String CARDS = "/machine/network/interfaces";

    @Override
    public void check(ConfigDraft draft) {
        NodeAddressUseReader.of(draft).ifPresent(nodes -> check(draft, nodes));
    }

    private static void check(ConfigDraft draft, NodeAddressUseReader nodes) {
        RangeRules.order(nodes.settings(), NetworkKeys.START, NetworkKeys.END);
        if (nodes.subnet().isEmpty() && !isGiven(draft, nodes)) {
            nodes.settings().report(NetworkKeys.SUBNET, "is missing", "subnet of the machines, such as 192.0.2.0/24");
        }
        nodes.subnet().ifPresent(subnet -> inside(draft, nodes, subnet));
        nodes.range().ifPresent(range -> {
            enough(draft, range);
            apart(AddressUseIndex.of(draft), nodes, range);
        });
        draft.find(BootstrapFileKeys.TALOS, TalosKeys.CONFIG_PATCHES)
                .orElse(List.of())
                .forEach(NodeAddressRules::patched);
    }

    private static void patched(ConfigSettings patch) {
        patch.find(TalosKeys.PATH)
                .filter(path -> path.startsWith(CARDS))
                .ifPresent(_ -> patch.warn(
                        TalosKeys.PATH,
                        "configures network interfaces, as network.nodeAddresses does",
                        "settings of deviceSelector {physical: true} are merged"));
    }

    /** Returns whether a valid range is given. The problem of an invalid one was already reported. */
    private static boolean isGiven(ConfigDraft draft, NodeAddressUseReader nodes) {
        return nodes.settings().isGiven(NetworkKeys.SUBNET)
                || draft.root()
                        .find(BootstrapFileKeys.PROVIDER_NETWORK)
                        .filter(part -> part.isGiven(PlatformKeys.SUBNET))
                        .isPresent();
    }

    /** Checks against the subnet of this section. The rules of {@code providerNetwork} check its own values. */
    private static void inside(ConfigDraft draft, NodeAddressUseReader nodes, AddressUse subnet) {
        AddressUse.ofAddress(nodes.settings(), NetworkKeys.START).ifPresent(start -> RangeRules.host(start, subnet));
        AddressUse.ofAddress(nodes.settings(), NetworkKeys.END).ifPresent(end -> RangeRules.host(end, subnet));
        nodes.gateway()
                .filter(gateway -> nodes.isOwn(gateway) || nodes.isOwn(subnet))
                .ifPresent(gateway -> RangeRules.host(gateway, subnet));
        if (nodes.isOwn(subnet)) {
            AddressUseIndex spots = AddressUseIndex.of(draft);
            spots.vip().ifPresent(vip -> RangeRules.host(vip, subnet));
            OverlapRules.apart(spots.pods(), Optional.of(subnet));
            OverlapRules.apart(spots.services(), Optional.of(subnet));
        }
    }

    private static void enough(ConfigDraft draft, AddressUse range) {
        int machines = draft.controlPlanes().orElse(1) + draft.workers();
        long room = range.range().size();
        if (room < machines) {
            IpAddress end = range.range().first().plus(machines - 1L);
            range.report(
                    "has %d addresses, but the cluster has %d machines".formatted(room, machines),
                    "extend it to %s or later".formatted(end));
        }
    }

    private static void apart(AddressUseIndex spots, NodeAddressUseReader nodes, AddressUse range) {
        OverlapRules.apart(spots.vip(), Optional.of(range));
        OverlapRules.apart(spots.pool(), Optional.of(range));
        OverlapRules.apart(nodes.gateway(), Optional.of(range));
        nodes.dnsServers().stream()
                .filter(range.range()::contains)
                .forEach(server -> range.report("contains the name server %s".formatted(server), ""));
    }
}
