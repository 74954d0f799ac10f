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

/** The keys of {@code controlPlaneExposure}, {@code networkPool} and {@code providerNetwork}, which tenant clusters use. */
final class PlatformKeys {
    static final Key<ControlPlaneExposure.Mode> MODE = Key.withDefault(
            "mode",
            "LoadBalancer",
            choice(List.of(ControlPlaneExposure.Mode.values()), Words::pascal),
            "A LoadBalancer address per control plane, or a shared Ingress or Gateway.");
    static final Key<String> HOSTNAME = Key.optional(
            "hostname",
            someText(),
            "Parent domain of the control plane host names. Required with Ingress and Gateway.");
    static final Key<String> INGRESS_CLASS = Key.optional("ingressClassName", someText(), "Ingress class.");
    static final Key<ControlPlaneExposure.ControllerType> CONTROLLER_TYPE = Key.optional(
            "controllerType",
            choice(ControlPlaneExposure.ControllerType.values()),
            "Ingress controller of the class, which determines the annotations.");
    static final Key<String> GATEWAY_REF = Key.optional("gatewayRef", someText(), "Gateway. Required with Gateway.");
    static final Keys EXPOSURE = Keys.of(MODE, HOSTNAME, INGRESS_CLASS, CONTROLLER_TYPE, GATEWAY_REF);

    static final Key<String> POOL_NAME = Key.required(
            "name",
            text("^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$", "a name of lower case letters, digits and dashes"),
            "Name of the NetworkPool.");
    static final Key<Ipv4Range> CIDR = Key.required("cidr", network(), "Network of the pool.");
    static final Key<Ipv4Range> RESERVED_CIDR = Key.required("cidr", network(), "Reserved network.");
    static final Key<String> DESCRIPTION = Key.optional("description", someText(), "Purpose of the reservation.");
    static final Key<List<Settings>> RESERVED = Key.optional(
            "reserved", listOf(section(Keys.of(RESERVED_CIDR, DESCRIPTION))), "Networks that are never allocated.");
    static final Key<Ipv4Address> START = Key.required("start", address(), "First address.");
    static final Key<Ipv4Address> END = Key.required("end", address(), "Last address.");
    static final Key<Integer> NODES_PER_TENANT =
            Key.optional("nodesPerTenant", wholeOfAtLeast(1), "Addresses for nodes. Defaults to 5.");
    static final Key<Integer> BALANCERS_PER_TENANT = Key.optional(
            "lbPoolPerTenant", wholeOfAtLeast(1), "Addresses for Services of type LoadBalancer. Defaults to 8.");
    static final Key<Settings> DEFAULTS = Key.optional(
            "defaults",
            section(Keys.of(NODES_PER_TENANT, BALANCERS_PER_TENANT)),
            "Default number of addresses per tenant cluster.");
    static final Key<Settings> TENANT_ALLOCATION = Key.optional(
            "tenantAllocation",
            section(Keys.of(START, END, DEFAULTS)),
            "Range for tenant clusters. Defaults to all addresses that are not reserved.");
    static final Keys POOL = Keys.of(POOL_NAME, CIDR, RESERVED, TENANT_ALLOCATION);

    static final Key<ProviderNetwork.Mode> NETWORK_MODE = Key.optional(
            "mode",
            choice(ProviderNetwork.Mode.values()),
            "Whether Butler (ipam) or the infrastructure (cloud) assigns addresses. Defaults to cloud.");
    static final Key<String> REFERENCE_NAME = Key.required("name", someText(), "Name of the NetworkPool.");
    static final Key<Integer> PRIORITY =
            Key.optional("priority", wholeOfAtLeast(0), "Priority. Pools with a lower number are used first.");
    static final Key<List<Settings>> POOL_REFS = Key.optional(
            "poolRefs", listOf(section(Keys.of(REFERENCE_NAME, PRIORITY))), "NetworkPools to allocate addresses from.");
    static final Key<Ipv4Range> SUBNET = Key.optional("subnet", network(), "Subnet of the machines.");
    static final Key<Ipv4Address> GATEWAY = Key.optional("gateway", address(), "Gateway of the subnet.");
    static final Key<List<Ipv4Address>> DNS_SERVERS =
            Key.optional("dnsServers", listOf(address()), "Name servers of the machines.");
    static final Key<List<String>> TIME_SERVERS =
            Key.optional("timeServers", listOf(someText()), "Time servers of tenant machines.");
    static final Key<ProviderNetwork.LoadBalancer.AllocationMode> ALLOCATION_MODE = Key.optional(
            "allocationMode",
            choice(ProviderNetwork.LoadBalancer.AllocationMode.values()),
            "Fixed (static) or growing (elastic) number of addresses per cluster. Defaults to static.");
    static final Key<Integer> INITIAL_SIZE =
            Key.optional("initialPoolSize", wholeOfAtLeast(1), "Initial number of addresses in elastic mode.");
    static final Key<Integer> DEFAULT_SIZE =
            Key.optional("defaultPoolSize", wholeOfAtLeast(1), "Number of addresses in static mode.");
    static final Key<Integer> GROWTH =
            Key.optional("growthIncrement", wholeOfAtLeast(1), "Number of addresses added at a time in elastic mode.");
    static final Key<Settings> LOAD_BALANCER = Key.optional(
            "loadBalancer",
            section(Keys.of(ALLOCATION_MODE, INITIAL_SIZE, DEFAULT_SIZE, GROWTH)),
            "Addresses for Services of type LoadBalancer in tenant clusters.");
    static final Key<Integer> MOST_NODES =
            Key.optional("maxNodeIPs", wholeOfAtLeast(1), "Maximum number of node addresses.");
    static final Key<Integer> MOST_BALANCERS = Key.optional(
            "maxLoadBalancerIPs", wholeOfAtLeast(1), "Maximum number of addresses for Services of type LoadBalancer.");
    static final Key<Settings> QUOTA = Key.optional(
            "quotaPerTenant", section(Keys.of(MOST_NODES, MOST_BALANCERS)), "Address quota per tenant cluster.");
    static final Keys PROVIDER_NETWORK =
            Keys.of(NETWORK_MODE, POOL_REFS, SUBNET, GATEWAY, DNS_SERVERS, TIME_SERVERS, LOAD_BALANCER, QUOTA);

    private PlatformKeys() {}
}
