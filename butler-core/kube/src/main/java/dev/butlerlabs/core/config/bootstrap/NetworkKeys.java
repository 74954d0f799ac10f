package dev.butlerlabs.core.config.bootstrap;

import static dev.butlerlabs.core.config.ConfigValueTypes.address;
import static dev.butlerlabs.core.config.ConfigValueTypes.listOf;
import static dev.butlerlabs.core.config.ConfigValueTypes.network;
import static dev.butlerlabs.core.config.ConfigValueTypes.section;
import static dev.butlerlabs.core.config.ConfigValueTypes.text;
import static dev.butlerlabs.core.config.ConfigValueTypes.whole;

import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.net.IpAddress;
import java.util.List;

/** The keys of {@code network}. */
public final class NetworkKeys {
    public static final ConfigKey<Ipv4Range> POD_CIDR =
            ConfigKey.withDefault("podCIDR", "10.244.0.0/16", network(), "Pod CIDR.");
    public static final ConfigKey<Ipv4Range> SERVICE_CIDR =
            ConfigKey.withDefault("serviceCIDR", "10.96.0.0/12", network(), "Service CIDR.");
    public static final ConfigKey<IpAddress> VIP = ConfigKey.optional(
            "vip",
            address(),
            "Virtual IP address of the control plane. Not used on infrastructures with load balancers.");
    public static final ConfigKey<String> VIP_INTERFACE = ConfigKey.optional(
            "vipInterface",
            text("^[A-Za-z0-9][-A-Za-z0-9_.:]{0,14}$", "a network interface name"),
            "Network interface of the virtual address. Detected automatically by default.");
    static final ConfigKey<IpAddress> START = ConfigKey.required("start", address(), "First address.");
    static final ConfigKey<IpAddress> END = ConfigKey.required("end", address(), "Last address.");
    public static final ConfigKey<ConfigSettings> LOAD_BALANCER_POOL = ConfigKey.optional(
            "loadBalancerPool", section(ConfigKeys.of(START, END)), "Addresses for Services of type LoadBalancer.");
    static final ConfigKey<Ipv4Range> SUBNET = ConfigKey.optional(
            "subnet",
            network(),
            "Subnet of the machines. Defaults to that of providerNetwork; one of the two is required.");
    static final ConfigKey<IpAddress> GATEWAY =
            ConfigKey.optional("gateway", address(), "Gateway of the subnet. Defaults to that of providerNetwork.");
    static final ConfigKey<List<IpAddress>> DNS_SERVERS = ConfigKey.optional(
            "dnsServers", listOf(address()), "Name servers of the machines. Defaults to those of providerNetwork.");
    public static final ConfigKey<ConfigSettings> NODE_ADDRESSES = ConfigKey.optional(
            "nodeAddresses",
            section(ConfigKeys.of(START, END, SUBNET, GATEWAY, DNS_SERVERS)),
            "Static addresses of the machines, one per machine. By default the infrastructure assigns addresses.");
    public static final ConfigKey<Integer> MTU = ConfigKey.optional(
            "mtu", whole(576, 9216), "MTU of the machine network. Defaults to the MTU of the network.");

    static final ConfigKeys ALL =
            ConfigKeys.of(POD_CIDR, SERVICE_CIDR, VIP, VIP_INTERFACE, LOAD_BALANCER_POOL, NODE_ADDRESSES, MTU);

    private NetworkKeys() {}
}
