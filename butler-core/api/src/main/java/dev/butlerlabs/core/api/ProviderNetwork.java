package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import java.util.List;

/** Addresses of the infrastructure and how they are allocated. */
@ApiRecord
public record ProviderNetwork(
        @Default("cloud")
        @JsonPropertyDescription("Whether Butler (ipam) or the infrastructure (cloud) assigns addresses.")
        Mode mode,

        @JsonPropertyDescription("NetworkPools to allocate addresses from, by priority.")
        List<PoolReference> poolRefs,

        @JsonPropertyDescription("Subnet of the machines in CIDR notation.")
        String subnet,

        @JsonPropertyDescription("Gateway of the subnet.") String gateway,

        @JsonPropertyDescription("Name servers of the machines.")
        List<String> dnsServers,

        @JsonPropertyDescription("Time servers of the machines.")
        List<String> timeServers,

        @JsonPropertyDescription("Addresses for Services of type LoadBalancer in tenant clusters.")
        LoadBalancer loadBalancer,

        @JsonPropertyDescription("Address quota per tenant cluster.")
        QuotaPerTenant quotaPerTenant) {
    public ProviderNetwork {
        poolRefs = NullSafeCopies.of(poolRefs);
        dnsServers = NullSafeCopies.of(dnsServers);
        timeServers = NullSafeCopies.of(timeServers);
    }

    /** Address assignment modes. */
    public enum Mode {
        @JsonProperty("ipam")
        IPAM,
        @JsonProperty("cloud")
        CLOUD
    }

    /** A reference to a NetworkPool. */
    @ApiRecord
    public record PoolReference(
            @Required @JsonPropertyDescription("Name of the NetworkPool.")
            String name,

            @Default("0") @JsonPropertyDescription("Priority. Pools with a lower number are used first.")
            Integer priority) {}

    /** Addresses for Services of type LoadBalancer in tenant clusters. */
    @ApiRecord
    public record LoadBalancer(
            @Default("static")
            @JsonPropertyDescription("Fixed (static) or growing (elastic) number of addresses per cluster.")
            AllocationMode allocationMode,

            @Default("8") @Min(1) @JsonPropertyDescription("Number of addresses in static mode.")
            Integer defaultPoolSize,

            @Default("2") @Min(1) @JsonPropertyDescription("Initial number of addresses in elastic mode.")
            Integer initialPoolSize,

            @Default("2") @Min(1) @JsonPropertyDescription("Number of addresses added at a time in elastic mode.")
            Integer growthIncrement) {
        /** Allocation modes of load balancer addresses. */
        public enum AllocationMode {
            @JsonProperty("static")
            STATIC,
            @JsonProperty("elastic")
            ELASTIC
        }
    }

    /** Address quota per tenant cluster. */
    @ApiRecord
    public record QuotaPerTenant(
            @Min(1) @JsonPropertyDescription("Maximum number of node addresses.")
            Integer maxNodeIPs,

            @Min(1) @JsonPropertyDescription("Maximum number of addresses for Services of type LoadBalancer.")
            Integer maxLoadBalancerIPs) {}
}
