package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.Settings;
import dev.butlerlabs.core.error.NearestWord;
import java.util.Collection;
import java.util.List;

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

    private static void unused(Settings network) {
        network.warn(NetworkKeys.VIP, "is not used: this infrastructure has load balancers", "leave it out");
    }
}
