package dev.butlerlabs.core.config.bootstrap;

import static dev.butlerlabs.core.config.ConfigValueTypes.address;
import static dev.butlerlabs.core.config.ConfigValueTypes.choice;
import static dev.butlerlabs.core.config.ConfigValueTypes.listOf;
import static dev.butlerlabs.core.config.ConfigValueTypes.network;
import static dev.butlerlabs.core.config.ConfigValueTypes.section;
import static dev.butlerlabs.core.config.ConfigValueTypes.someText;
import static dev.butlerlabs.core.config.ConfigValueTypes.text;
import static dev.butlerlabs.core.config.ConfigValueTypes.wholeOfAtLeast;

import dev.butlerlabs.core.api.ControlPlaneExposure;
import dev.butlerlabs.core.api.ProviderNetwork;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.net.IpAddress;
import java.util.List;

/** The keys of {@code controlPlaneExposure}, {@code networkPool} and {@code providerNetwork}, which tenant clusters use. */
final class PlatformKeys {
    static final ConfigKey<ControlPlaneExposure.Mode> MODE = ConfigKey.withDefault(
            "mode",
            "LoadBalancer",
            choice(List.of(ControlPlaneExposure.Mode.values()), EnumFormatter::pascal),
            "A LoadBalancer address per control plane, or a shared Ingress or Gateway.");
    static final ConfigKey<String> HOSTNAME = ConfigKey.optional(
            "hostname",
            someText(),
            "Parent domain of the control plane host names. Required with Ingress and Gateway.");
    static final ConfigKey<String> INGRESS_CLASS = ConfigKey.optional("ingressClassName", someText(), "Ingress class.");
    static final ConfigKey<ControlPlaneExposure.ControllerType> CONTROLLER_TYPE = ConfigKey.optional(
            "controllerType",
            choice(ControlPlaneExposure.ControllerType.values()),
            "Ingress controller of the class, which determines the annotations.");
    static final ConfigKey<String> GATEWAY_REF =
            ConfigKey.optional("gatewayRef", someText(), "Gateway. Required with Gateway.");
    static final ConfigKeys EXPOSURE = ConfigKeys.of(MODE, HOSTNAME, INGRESS_CLASS, CONTROLLER_TYPE, GATEWAY_REF);

    static final ConfigKey<String> POOL_NAME = ConfigKey.required(
            "name",
            text("^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$", "a name of lower case letters, digits and dashes"),
            "Name of the NetworkPool.");
    static final ConfigKey<Ipv4Range> CIDR = ConfigKey.required("cidr", network(), "Network of the pool.");
    static final ConfigKey<Ipv4Range> RESERVED_CIDR = ConfigKey.required("cidr", network(), "Reserved network.");
    static final ConfigKey<String> DESCRIPTION =
            ConfigKey.optional("description", someText(), "Purpose of the reservation.");
    static final ConfigKey<List<ConfigSettings>> RESERVED = ConfigKey.optional(
            "reserved",
            listOf(section(ConfigKeys.of(RESERVED_CIDR, DESCRIPTION))),
            "Networks that are never allocated.");
    static final ConfigKey<IpAddress> START = ConfigKey.required("start", address(), "First address.");
    static final ConfigKey<IpAddress> END = ConfigKey.required("end", address(), "Last address.");
    static final ConfigKey<Integer> NODES_PER_TENANT =
            ConfigKey.optional("nodesPerTenant", wholeOfAtLeast(1), "Addresses for nodes. Defaults to 5.");
    static final ConfigKey<Integer> BALANCERS_PER_TENANT = ConfigKey.optional(
            "lbPoolPerTenant", wholeOfAtLeast(1), "Addresses for Services of type LoadBalancer. Defaults to 8.");
    static final ConfigKey<ConfigSettings> DEFAULTS = ConfigKey.optional(
            "defaults",
            section(ConfigKeys.of(NODES_PER_TENANT, BALANCERS_PER_TENANT)),
            "Default number of addresses per tenant cluster.");
    static final ConfigKey<ConfigSettings> TENANT_ALLOCATION = ConfigKey.optional(
            "tenantAllocation",
            section(ConfigKeys.of(START, END, DEFAULTS)),
            "Range for tenant clusters. Defaults to all addresses that are not reserved.");
    static final ConfigKeys POOL = ConfigKeys.of(POOL_NAME, CIDR, RESERVED, TENANT_ALLOCATION);

    static final ConfigKey<ProviderNetwork.Mode> NETWORK_MODE = ConfigKey.optional(
            "mode",
            choice(ProviderNetwork.Mode.values()),
            "Whether Butler (ipam) or the infrastructure (cloud) assigns addresses. Defaults to cloud.");
    static final ConfigKey<String> REFERENCE_NAME = ConfigKey.required("name", someText(), "Name of the NetworkPool.");
    static final ConfigKey<Integer> PRIORITY =
            ConfigKey.optional("priority", wholeOfAtLeast(0), "Priority. Pools with a lower number are used first.");
    static final ConfigKey<List<ConfigSettings>> POOL_REFS = ConfigKey.optional(
            "poolRefs",
            listOf(section(ConfigKeys.of(REFERENCE_NAME, PRIORITY))),
            "NetworkPools to allocate addresses from.");
    static final ConfigKey<Ipv4Range> SUBNET = ConfigKey.optional("subnet", network(), "Subnet of the machines.");
    static final ConfigKey<IpAddress> GATEWAY = ConfigKey.optional("gateway", address(), "Gateway of the subnet.");
    static final ConfigKey<List<IpAddress>> DNS_SERVERS =
            ConfigKey.optional("dnsServers", listOf(address()), "Name servers of the machines.");
    static final ConfigKey<List<String>> TIME_SERVERS =
            ConfigKey.optional("timeServers", listOf(someText()), "Time servers of tenant machines.");
    static final ConfigKey<ProviderNetwork.LoadBalancer.AllocationMode> ALLOCATION_MODE = ConfigKey.optional(
            "allocationMode",
            choice(ProviderNetwork.LoadBalancer.AllocationMode.values()),
            "Fixed (static) or growing (elastic) number of addresses per cluster. Defaults to static.");
    static final ConfigKey<Integer> INITIAL_SIZE =
            ConfigKey.optional("initialPoolSize", wholeOfAtLeast(1), "Initial number of addresses in elastic mode.");
    static final ConfigKey<Integer> DEFAULT_SIZE =
            ConfigKey.optional("defaultPoolSize", wholeOfAtLeast(1), "Number of addresses in static mode.");
    static final ConfigKey<Integer> GROWTH = ConfigKey.optional(
            "growthIncrement", wholeOfAtLeast(1), "Number of addresses added at a time in elastic mode.");
    static final ConfigKey<ConfigSettings> LOAD_BALANCER = ConfigKey.optional(
            "loadBalancer",
            section(ConfigKeys.of(ALLOCATION_MODE, INITIAL_SIZE, DEFAULT_SIZE, GROWTH)),
            "Addresses for Services of type LoadBalancer in tenant clusters.");
    static final ConfigKey<Integer> MOST_NODES =
            ConfigKey.optional("maxNodeIPs", wholeOfAtLeast(1), "Maximum number of node addresses.");
    static final ConfigKey<Integer> MOST_BALANCERS = ConfigKey.optional(
            "maxLoadBalancerIPs", wholeOfAtLeast(1), "Maximum number of addresses for Services of type LoadBalancer.");
    static final ConfigKey<ConfigSettings> QUOTA = ConfigKey.optional(
            "quotaPerTenant", section(ConfigKeys.of(MOST_NODES, MOST_BALANCERS)), "Address quota per tenant cluster.");
    static final ConfigKeys PROVIDER_NETWORK =
            ConfigKeys.of(NETWORK_MODE, POOL_REFS, SUBNET, GATEWAY, DNS_SERVERS, TIME_SERVERS, LOAD_BALANCER, QUOTA);

    private PlatformKeys() {}
}
