package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigDelivery;
import dev.butlerlabs.core.config.Settings;
import dev.butlerlabs.core.error.NearestWord;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The rules of every file, and some that hold only for certain commands or infrastructures. */
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

    /** The file must be for this provider, as for {@code butleradm bootstrap <provider>}. */
    public static ConfigRule forProvider(String provider) {
        return draft -> draft.provider()
                .filter(name -> !name.equals(provider))
                .ifPresent(name -> draft.root()
                        .report(
                                BootstrapKeys.PROVIDER,
                                "is %s, and the command is for %s".formatted(name, provider),
                                "run butleradm bootstrap " + name));
    }

    /** The provider must be one of those that are installed. */
    public static ConfigRule oneOf(Collection<String> providers) {
        List<String> names = providers.stream().sorted().toList();
        return draft -> draft.provider()
                .filter(name -> !names.contains(name))
                .ifPresent(name -> draft.root()
                        .report(
                                BootstrapKeys.PROVIDER,
                                "must be one of " + String.join(", ", names),
                                name.length() > LONGEST_TYPO ? "" : meant(name, names)));
    }

    private static String meant(String name, List<String> names) {
        return NearestWord.to(name, names)
                .map(word -> "did you mean " + word + "?")
                .orElse("");
    }

    /**
     * Machines cannot be given addresses, for infrastructures that choose them.
     *
     * @param title what people call the infrastructure
     */
    public static ConfigRule nodeAddressesRefused(String title) {
        return draft -> NodeSpots.of(draft)
                .ifPresent(_ -> draft.root()
                        .get(BootstrapKeys.NETWORK)
                        .report(
                                NetworkKeys.NODE_ADDRESSES,
                                "cannot be chosen: %s gives machines their addresses itself".formatted(title),
                                "leave it out; what the infrastructure gives can be reserved there"));
    }

    /** Machines keep their addresses by themselves, so they must know the way from there. */
    public static ConfigRule gatewayNeeded() {
        return draft -> NodeSpots.of(draft).ifPresent(ConfigRules::wayOut);
    }

    private static void wayOut(NodeSpots nodes) {
        if (nodes.gateway().isEmpty() && !nodes.settings().isGiven(NetworkKeys.GATEWAY)) {
            nodes.settings()
                    .report(
                            NetworkKeys.GATEWAY,
                            "is missing",
                            "machines with addresses of their own ask no DHCP server");
        }
        if (nodes.dnsServers().isEmpty() && !nodes.settings().isGiven(NetworkKeys.DNS_SERVERS)) {
            nodes.settings()
                    .warn(
                            NetworkKeys.DNS_SERVERS,
                            "is missing: Talos then asks public name servers",
                            "machines with addresses of their own ask no DHCP server");
        }
    }

    /** A virtual address must be given, for infrastructures without load balancers. */
    public static ConfigRule virtualAddressNeeded() {
        return draft -> draft.root()
                .find(BootstrapKeys.NETWORK)
                .filter(network -> !network.isGiven(NetworkKeys.VIP) && !draft.isSingleNode())
                .ifPresent(network -> network.report(
                        NetworkKeys.VIP,
                        "is missing: the control plane has several nodes",
                        "a free address of their network"));
    }

    /** A virtual address has no meaning, for infrastructures with load balancers. */
    public static ConfigRule virtualAddressUnused() {
        return draft -> draft.root()
                .find(BootstrapKeys.NETWORK)
                .filter(network -> network.isGiven(NetworkKeys.VIP))
                .ifPresent(ConfigRules::unused);
    }

    /** User data must not be asked for, for infrastructures that hand none to a machine. */
    public static ConfigRule userDataUnknown(String infrastructure) {
        return draft -> wantingUserData(draft)
                .ifPresent(talos -> talos.report(
                        TalosKeys.CONFIG_DELIVERY,
                        "is not possible: %s hands machines no user data".formatted(infrastructure),
                        "leave it out"));
    }

    /**
     * A configuration holds the address of the API, so user data has to know it before there is a machine.
     *
     * @param virtualAddress whether the infrastructure leaves room for one
     */
    public static ConfigRule userDataNeedsAddress(boolean virtualAddress) {
        return draft -> wantingUserData(draft)
                .filter(talos -> draft.isSingleNode())
                .filter(talos -> !virtualAddress
                        || draft.find(BootstrapKeys.NETWORK, NetworkKeys.VIP).isEmpty())
                .ifPresent(talos -> talos.report(
                        TalosKeys.CONFIG_DELIVERY,
                        "is not possible: the address of a single node is known only when it runs",
                        virtualAddress ? "give network.vip, or leave it out" : "leave it out"));
    }

    private static Optional<Settings> wantingUserData(ConfigDraft draft) {
        return draft.root()
                .find(BootstrapKeys.TALOS)
                .filter(talos -> talos.find(TalosKeys.CONFIG_DELIVERY)
                        .filter(ConfigDelivery.USER_DATA::equals)
                        .isPresent());
    }

    private static void unused(Settings network) {
        network.warn(NetworkKeys.VIP, "is not used: this infrastructure has load balancers", "leave it out");
    }
}
