package dev.butlerlabs.core.config.bootstrap;

import static dev.butlerlabs.core.config.Shapes.address;
import static dev.butlerlabs.core.config.Shapes.choice;
import static dev.butlerlabs.core.config.Shapes.listOf;
import static dev.butlerlabs.core.config.Shapes.network;
import static dev.butlerlabs.core.config.Shapes.section;
import static dev.butlerlabs.core.config.Shapes.someText;
import static dev.butlerlabs.core.config.Shapes.text;
import static dev.butlerlabs.core.config.Shapes.wholeOfAtLeast;

import dev.butlerlabs.core.api.ControlPlaneExposure;
import dev.butlerlabs.core.api.ProviderNetwork;
import dev.butlerlabs.core.config.Ipv4Address;
import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.config.Key;
import dev.butlerlabs.core.config.Keys;
import dev.butlerlabs.core.config.Settings;
import java.util.List;

/** The keys of {@code controlPlaneExposure}, {@code networkPool} and {@code providerNetwork}: what tenant clusters will need. */
final class PlatformKeys {
    static final Key<ControlPlaneExposure.Mode> MODE = Key.withDefault(
            "mode",
            "LoadBalancer",
            choice(List.of(ControlPlaneExposure.Mode.values()), Words::pascal),
            "An address for each control plane, or one shared entrance by host name.");
    static final Key<String> HOSTNAME = Key.optional(
            "hostname",
            someText(),
            "Domain under which each control plane gets a name; needed with Ingress and Gateway.");
    static final Key<String> INGRESS_CLASS =
            Key.optional("ingressClassName", someText(), "Ingress class of the shared entrance.");
    static final Key<ControlPlaneExposure.ControllerType> CONTROLLER_TYPE = Key.optional(
            "controllerType",
            choice(ControlPlaneExposure.ControllerType.values()),
            "Ingress controller behind that class, for its own annotations.");
    static final Key<String> GATEWAY_REF =
            Key.optional("gatewayRef", someText(), "Gateway of the shared entrance; needed with Gateway.");
    static final Keys EXPOSURE = Keys.of(MODE, HOSTNAME, INGRESS_CLASS, CONTROLLER_TYPE, GATEWAY_REF);

    static final Key<String> POOL_NAME = Key.required(
            "name",
            text("^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$", "a name of lower case letters, digits and dashes"),
            "Name of the NetworkPool.");
    static final Key<Ipv4Range> CIDR = Key.required("cidr", network(), "The network the addresses are from.");
    static final Key<Ipv4Range> RESERVED_CIDR = Key.required("cidr", network(), "The reserved part.");
    static final Key<String> DESCRIPTION = Key.optional("description", someText(), "What it is reserved for.");
    static final Key<List<Settings>> RESERVED = Key.optional(
            "reserved",
            listOf(section(Keys.of(RESERVED_CIDR, DESCRIPTION))),
            "Parts of the network that are never shared out.");
    static final Key<Ipv4Address> START = Key.required("start", address(), "First address.");
    static final Key<Ipv4Address> END = Key.required("end", address(), "Last address.");
    static final Key<Integer> NODES_PER_TENANT =
            Key.optional("nodesPerTenant", wholeOfAtLeast(1), "Addresses for nodes; 5 when left out.");
    static final Key<Integer> BALANCERS_PER_TENANT = Key.optional(
            "lbPoolPerTenant", wholeOfAtLeast(1), "Addresses for services of type LoadBalancer; 8 when left out.");
    static final Key<Settings> DEFAULTS = Key.optional(
            "defaults",
            section(Keys.of(NODES_PER_TENANT, BALANCERS_PER_TENANT)),
            "How much a tenant cluster gets when it asks for no number.");
    static final Key<Settings> TENANT_ALLOCATION = Key.optional(
            "tenantAllocation",
            section(Keys.of(START, END, DEFAULTS)),
            "The part that is shared out among tenant clusters; everything not reserved when left out.");
    static final Keys POOL = Keys.of(POOL_NAME, CIDR, RESERVED, TENANT_ALLOCATION);

    static final Key<ProviderNetwork.Mode> NETWORK_MODE = Key.optional(
            "mode",
            choice(ProviderNetwork.Mode.values()),
            "Whether Butler shares out addresses or the infrastructure does; cloud when left out.");
    static final Key<String> REFERENCE_NAME = Key.required("name", someText(), "Name of the NetworkPool.");
    static final Key<Integer> PRIORITY =
            Key.optional("priority", wholeOfAtLeast(0), "Pools with a lower number are tried first.");
    static final Key<List<Settings>> POOL_REFS =
            Key.optional("poolRefs", listOf(section(Keys.of(REFERENCE_NAME, PRIORITY))), "Pools tried for an address.");
    static final Key<Ipv4Range> SUBNET = Key.optional("subnet", network(), "Subnet of the machines.");
    static final Key<Ipv4Address> GATEWAY = Key.optional("gateway", address(), "Gateway of the subnet.");
    static final Key<List<Ipv4Address>> DNS_SERVERS =
            Key.optional("dnsServers", listOf(address()), "Name servers of the machines.");
    static final Key<List<String>> TIME_SERVERS =
            Key.optional("timeServers", listOf(someText()), "Time servers of tenant machines.");
    static final Key<ProviderNetwork.LoadBalancer.AllocationMode> ALLOCATION_MODE = Key.optional(
            "allocationMode",
            choice(ProviderNetwork.LoadBalancer.AllocationMode.values()),
            "A fixed number per cluster, or a number that grows with need; static when left out.");
    static final Key<Integer> INITIAL_SIZE = Key.optional(
            "initialPoolSize", wholeOfAtLeast(1), "Addresses a cluster begins with when the number grows.");
    static final Key<Integer> DEFAULT_SIZE =
            Key.optional("defaultPoolSize", wholeOfAtLeast(1), "Addresses a cluster gets when the number is fixed.");
    static final Key<Integer> GROWTH =
            Key.optional("growthIncrement", wholeOfAtLeast(1), "Addresses added each time the number grows.");
    static final Key<Settings> LOAD_BALANCER = Key.optional(
            "loadBalancer",
            section(Keys.of(ALLOCATION_MODE, INITIAL_SIZE, DEFAULT_SIZE, GROWTH)),
            "Addresses for services of type LoadBalancer in tenant clusters.");
    static final Key<Integer> MOST_NODES = Key.optional("maxNodeIPs", wholeOfAtLeast(1), "Addresses for nodes.");
    static final Key<Integer> MOST_BALANCERS =
            Key.optional("maxLoadBalancerIPs", wholeOfAtLeast(1), "Addresses for services of type LoadBalancer.");
    static final Key<Settings> QUOTA = Key.optional(
            "quotaPerTenant", section(Keys.of(MOST_NODES, MOST_BALANCERS)), "Addresses a tenant cluster may take.");
    static final Keys PROVIDER_NETWORK =
            Keys.of(NETWORK_MODE, POOL_REFS, SUBNET, GATEWAY, DNS_SERVERS, TIME_SERVERS, LOAD_BALANCER, QUOTA);

    private PlatformKeys() {}
}
