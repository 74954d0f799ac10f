package dev.butlerlabs.core.config.bootstrap;

import static dev.butlerlabs.core.config.Shapes.address;
import static dev.butlerlabs.core.config.Shapes.listOf;
import static dev.butlerlabs.core.config.Shapes.network;
import static dev.butlerlabs.core.config.Shapes.section;
import static dev.butlerlabs.core.config.Shapes.text;
import static dev.butlerlabs.core.config.Shapes.whole;

import dev.butlerlabs.core.config.Ipv4Address;
import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.config.Key;
import dev.butlerlabs.core.config.Keys;
import dev.butlerlabs.core.config.Settings;
import java.util.List;

/** The keys of {@code network}. */
public final class NetworkKeys {
    public static final Key<Ipv4Range> POD_CIDR = Key.withDefault("podCIDR", "10.244.0.0/16", network(), "Pod CIDR.");
    public static final Key<Ipv4Range> SERVICE_CIDR =
            Key.withDefault("serviceCIDR", "10.96.0.0/12", network(), "Service CIDR.");
    public static final Key<Ipv4Address> VIP = Key.optional(
            "vip",
            address(),
            "Virtual IP address of the control plane. Not used on infrastructures with load balancers.");
    public static final Key<String> VIP_INTERFACE = Key.optional(
            "vipInterface",
            text("^[A-Za-z0-9][-A-Za-z0-9_.:]{0,14}$", "a network interface name"),
            "Network interface of the virtual address. Detected automatically by default.");
    static final Key<Ipv4Address> START = Key.required("start", address(), "First address.");
    static final Key<Ipv4Address> END = Key.required("end", address(), "Last address.");
    public static final Key<Settings> LOAD_BALANCER_POOL = Key.optional(
            "loadBalancerPool", section(Keys.of(START, END)), "Addresses for Services of type LoadBalancer.");
    static final Key<Ipv4Range> SUBNET = Key.optional(
            "subnet",
            network(),
            "Subnet of the machines. Defaults to that of providerNetwork; one of the two is required.");
    static final Key<Ipv4Address> GATEWAY =
            Key.optional("gateway", address(), "Gateway of the subnet. Defaults to that of providerNetwork.");
    static final Key<List<Ipv4Address>> DNS_SERVERS = Key.optional(
            "dnsServers", listOf(address()), "Name servers of the machines. Defaults to those of providerNetwork.");
    public static final Key<Settings> NODE_ADDRESSES = Key.optional(
            "nodeAddresses",
            section(Keys.of(START, END, SUBNET, GATEWAY, DNS_SERVERS)),
            "Static addresses of the machines, one per machine. By default the infrastructure assigns addresses.");
    public static final Key<Integer> MTU =
            Key.optional("mtu", whole(576, 9216), "MTU of the machine network. Defaults to the MTU of the network.");

    static final Keys ALL =
            Keys.of(POD_CIDR, SERVICE_CIDR, VIP, VIP_INTERFACE, LOAD_BALANCER_POOL, NODE_ADDRESSES, MTU);

    private NetworkKeys() {}
}
