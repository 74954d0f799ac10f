package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import java.util.List;

/** Addresses of the infrastructure and how they are shared out. */
@ApiRecord
public record ProviderNetwork(
        @Default("cloud") @JsonPropertyDescription("Whether Butler shares out addresses or the infrastructure does.")
        Mode mode,

        @JsonPropertyDescription("Pools tried for an address, by priority.")
        List<PoolReference> poolRefs,

        @JsonPropertyDescription("Subnet of the machines in CIDR notation.")
        String subnet,

        @JsonPropertyDescription("Gateway of the subnet.") String gateway,

        @JsonPropertyDescription("Name servers of the machines.")
        List<String> dnsServers,

        @JsonPropertyDescription("Time servers of the machines.")
        List<String> timeServers,

        @JsonPropertyDescription("Addresses for services of type LoadBalancer in tenant clusters.")
        LoadBalancer loadBalancer,

        @JsonPropertyDescription("Addresses a tenant cluster may take.")
        QuotaPerTenant quotaPerTenant) {
    public ProviderNetwork {
        poolRefs = Copies.of(poolRefs);
        dnsServers = Copies.of(dnsServers);
        timeServers = Copies.of(timeServers);
    }

    /** Who shares out addresses. */
    public enum Mode {
        @JsonProperty("ipam")
        IPAM,
        @JsonProperty("cloud")
        CLOUD
    }

    /** A pool to take addresses from. */
    @ApiRecord
    public record PoolReference(
            @Required @JsonPropertyDescription("Name of the NetworkPool.")
            String name,

            @Default("0") @JsonPropertyDescription("Pools with a lower number are tried first.")
            Integer priority) {}

    /** Addresses for services of type LoadBalancer in tenant clusters. */
    @ApiRecord
    public record LoadBalancer(
            @Default("static") @JsonPropertyDescription("A fixed number per cluster, or a number that grows with need.")
            AllocationMode allocationMode,

            @Default("8") @Min(1) @JsonPropertyDescription("Addresses a cluster gets when the number is fixed.")
            Integer defaultPoolSize,

            @Default("2") @Min(1) @JsonPropertyDescription("Addresses a cluster begins with when the number grows.")
            Integer initialPoolSize,

            @Default("2") @Min(1) @JsonPropertyDescription("Addresses added each time the number grows.")
            Integer growthIncrement) {
        /** A fixed number of addresses, or one that grows. */
        public enum AllocationMode {
            @JsonProperty("static")
            STATIC,
            @JsonProperty("elastic")
            ELASTIC
        }
    }

    /** Addresses a tenant cluster may take. */
    @ApiRecord
    public record QuotaPerTenant(
            @Min(1) @JsonPropertyDescription("Addresses for nodes.")
            Integer maxNodeIPs,

            @Min(1) @JsonPropertyDescription("Addresses for services of type LoadBalancer.")
            Integer maxLoadBalancerIPs) {}
}
