package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigDelivery;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.error.SpellingSuggestion;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The rules of every file, and rules for certain commands or infrastructures. */
public final class ConfigRules {
    static final List<ConfigRule> ALWAYS = List.of(
            new TopologyRules(),
            new NameRules(),
            new OverlapRules(),
            new RangeRules(),
            new NodeAddressRules(),
            new TenantPoolRules(),
            new AddonRules(),
            new PatchRules(),
            new ProviderRules());

    private static final int LONGEST_TYPO = 64;

    private ConfigRules() {}

    /** Requires this provider, as for {@code butleradm bootstrap <provider>}. */
    public static ConfigRule forProvider(String provider) {
        return draft -> draft.provider()
                .filter(name -> !name.equals(provider))
                .ifPresent(name -> draft.root()
                        .report(
                                BootstrapFileKeys.PROVIDER,
                                "is %s, but the command is for %s".formatted(name, provider),
                                "pass a file for %s, or run butleradm bootstrap %s".formatted(provider, name)));
    }

    /** Requires one of the installed providers. */
    public static ConfigRule oneOf(Collection<String> providers) {
        List<String> names = providers.stream().sorted().toList();
        return draft -> draft.provider()
                .filter(name -> !names.contains(name))
                .ifPresent(name -> draft.root()
                        .report(
                                BootstrapFileKeys.PROVIDER,
                                "must be one of " + String.join(", ", names),
                                name.length() > LONGEST_TYPO ? "" : meant(name, names)));
    }

    private static String meant(String name, List<String> names) {
        return SpellingSuggestion.to(name, names)
                .map(word -> "did you mean " + word + "?")
                .orElse("");
    }

    /**
     * Rejects configured machine addresses, for infrastructures that assign them.
     *
     * @param title display name of the infrastructure
     */
    public static ConfigRule nodeAddressesRefused(String title) {
        return draft -> NodeAddressUseReader.of(draft)
                .ifPresent(_ -> draft.root()
                        .get(BootstrapFileKeys.NETWORK)
                        .report(
                                NetworkKeys.NODE_ADDRESSES,
                                "is not supported: %s assigns the addresses of machines".formatted(title),
                                "remove it; reserve addresses in the infrastructure instead"));
    }

    /** Requires a gateway and warns about missing name servers if machines have static addresses. */
    public static ConfigRule gatewayNeeded() {
        return draft -> NodeAddressUseReader.of(draft).ifPresent(ConfigRules::wayOut);
    }

    private static void wayOut(NodeAddressUseReader nodes) {
        if (nodes.gateway().isEmpty() && !nodes.settings().isGiven(NetworkKeys.GATEWAY)) {
            nodes.settings()
                    .report(NetworkKeys.GATEWAY, "is missing", "machines with static addresses do not use DHCP");
        }
        if (nodes.dnsServers().isEmpty() && !nodes.settings().isGiven(NetworkKeys.DNS_SERVERS)) {
            nodes.settings()
                    .warn(
                            NetworkKeys.DNS_SERVERS,
                            "is missing: Talos uses public name servers",
                            "machines with static addresses do not use DHCP");
        }
    }

    /** Requires a virtual address, for infrastructures without load balancers. */
    public static ConfigRule virtualAddressNeeded() {
        return draft -> draft.root()
                .find(BootstrapFileKeys.NETWORK)
                .filter(network -> !network.isGiven(NetworkKeys.VIP) && !draft.isSingleNode())
                .ifPresent(network -> network.report(
                        NetworkKeys.VIP,
                        "is required for a control plane with several nodes",
                        "use a free address of the machine network"));
    }

    /** Warns about a virtual address, for infrastructures with load balancers. */
    public static ConfigRule virtualAddressUnused() {
        return draft -> draft.root()
                .find(BootstrapFileKeys.NETWORK)
                .filter(network -> network.isGiven(NetworkKeys.VIP))
                .ifPresent(ConfigRules::unused);
    }

    /** Rejects user data, for infrastructures that do not support it. */
    public static ConfigRule userDataUnknown(String infrastructure) {
        return draft -> wantingUserData(draft)
                .ifPresent(talos -> talos.report(
                        TalosKeys.CONFIG_DELIVERY,
                        "is not supported: %s does not support user data".formatted(infrastructure),
                        "remove it"));
    }

    /**
     * Requires an API address that is known before the first machine exists: user data contains it.
     *
     * @param virtualAddress whether the infrastructure supports a virtual address
     */
    public static ConfigRule userDataNeedsAddress(boolean virtualAddress) {
        return draft -> wantingUserData(draft)
                .filter(talos -> draft.isSingleNode())
                .filter(talos -> !virtualAddress
                        || draft.find(BootstrapFileKeys.NETWORK, NetworkKeys.VIP)
                                .isEmpty())
                .ifPresent(talos -> talos.report(
                        TalosKeys.CONFIG_DELIVERY,
                        "is not supported: the address of a single node is not known before it runs",
                        virtualAddress ? "set network.vip, or remove it" : "remove it"));
    }

    private static Optional<ConfigSettings> wantingUserData(ConfigDraft draft) {
        return draft.root()
                .find(BootstrapFileKeys.TALOS)
                .filter(talos -> talos.find(TalosKeys.CONFIG_DELIVERY)
                        .filter(ConfigDelivery.USER_DATA::equals)
                        .isPresent());
    }

    private static void unused(ConfigSettings network) {
        network.warn(NetworkKeys.VIP, "is not used: this infrastructure has load balancers", "remove it");
    }
}
