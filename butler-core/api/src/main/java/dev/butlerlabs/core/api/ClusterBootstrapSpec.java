package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonValue;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Map;

/** The desired state of the management cluster. */
@ApiRecord
@JsonClassDescription("The desired state of the management cluster.")
public record ClusterBootstrapSpec(
        @Required
        @JsonPropertyDescription(
                "Infrastructure provider: harvester, nutanix, proxmox, gcp, aws, azure, local, or another installed provider.")
        String provider,

        @Required @JsonPropertyDescription("ProviderConfig of the infrastructure.")
        ObjectReference providerRef,

        @Required @JsonPropertyDescription("Name, topology and machines of the cluster.")
        Cluster cluster,

        @Required @JsonPropertyDescription("Network of the cluster.")
        Network network,

        @Required @JsonPropertyDescription("Talos Linux, the operating system of the machines.")
        Talos talos,

        @JsonPropertyDescription("Addons installed on the cluster.")
        BootstrapAddons addons,

        @JsonPropertyDescription("How control planes of tenant clusters are exposed.")
        ControlPlaneExposure controlPlaneExposure,

        @JsonPropertyDescription("Pauses reconciliation. Existing resources are not changed.")
        Boolean paused) {

    /** Name, topology and machines of the cluster. */
    @ApiRecord
    public record Cluster(
            @Required
            @Size(min = 1, max = 63)
            @Pattern(FieldPatterns.DNS_LABEL)
            @JsonPropertyDescription("Name of the cluster, used as a prefix for machine names.")
            String name,

            @Default("ha") @JsonPropertyDescription("Single node, or a highly available control plane.")
            Topology topology,

            @Required @JsonPropertyDescription("Control plane machines.")
            MachinePool controlPlane,

            @JsonPropertyDescription("Worker machines. Not used with topology single-node.")
            MachinePool workers) {}

    /** Topology of a cluster. */
    public enum Topology {
        @JsonProperty("single-node")
        SINGLE_NODE,
        @JsonProperty("ha")
        HA
    }

    /** A group of identical machines. */
    @ApiRecord
    public record MachinePool(
            @Required @Min(1) @Max(100) @JsonPropertyDescription("Number of machines.")
            int replicas,

            @Required @Min(1) @Max(128) @JsonPropertyDescription("Virtual CPUs per machine.")
            int cpu,

            @Required @Min(2048) @JsonPropertyDescription("Memory per machine in MB.")
            int memoryMB,

            @Required @Min(20) @JsonPropertyDescription("Boot disk size in GB.")
            int diskGB,

            @JsonPropertyDescription("Additional disks per machine.")
            List<ExtraDisk> extraDisks,

            @JsonPropertyDescription("Node labels.") Map<String, String> labels) {
        public MachinePool {
            extraDisks = NullSafeCopies.of(extraDisks);
            labels = NullSafeCopies.of(labels);
        }
    }

    /** Network of the cluster. */
    @ApiRecord
    public record Network(
            @Required @Pattern(FieldPatterns.IPV4_CIDR) @JsonPropertyDescription("Pod CIDR.")
            String podCIDR,

            @Required @Pattern(FieldPatterns.IPV4_CIDR) @JsonPropertyDescription("Service CIDR.")
            String serviceCIDR,

            @JsonPropertyDescription(
                    "Virtual IP address of the control plane. Not used on infrastructures with load balancers.")
            String vip,

            @JsonPropertyDescription("Network interface of the virtual address. Detected automatically by default.")
            String vipInterface,

            @JsonPropertyDescription("Addresses for Services of type LoadBalancer.")
            LoadBalancerPool loadBalancerPool,

            @JsonPropertyDescription(
                    "Static addresses of the machines. By default the infrastructure assigns addresses.")
            NodeAddresses nodeAddresses) {}

    /** Static addresses of the machines, one per machine. */
    @ApiRecord
    public record NodeAddresses(
            @Required @Pattern(FieldPatterns.IPV4) @JsonPropertyDescription("First address.")
            String start,

            @Required @Pattern(FieldPatterns.IPV4) @JsonPropertyDescription("Last address.")
            String end,

            @Required @Pattern(FieldPatterns.IPV4_CIDR) @JsonPropertyDescription("Subnet of the machines.")
            String subnet,

            @Pattern(FieldPatterns.IPV4) @JsonPropertyDescription("Gateway of the subnet.")
            String gateway,

            @JsonPropertyDescription("Name servers of the machines.")
            List<String> dnsServers) {
        public NodeAddresses {
            dnsServers = NullSafeCopies.of(dnsServers);
        }
    }

    /** Addresses for Services of type LoadBalancer. */
    @ApiRecord
    public record LoadBalancerPool(
            @Required @Pattern(FieldPatterns.IPV4) @JsonPropertyDescription("First address.")
            String start,

            @Required @Pattern(FieldPatterns.IPV4) @JsonPropertyDescription("Last address.")
            String end) {}

    /** Talos Linux, the operating system of the machines. */
    @ApiRecord
    public record Talos(
            @Required @Pattern("^v[0-9]+\\.[0-9]+\\.[0-9]+$") @JsonPropertyDescription("Talos version, such as v1.9.3.")
            String version,

            @Required @JsonPropertyDescription("ID of the Image Factory schematic with the system extensions.")
            String schematic,

            @Default("/dev/vda") @JsonPropertyDescription("Installation disk.")
            String installDisk,

            @JsonPropertyDescription("JSON patches for the machine configuration of every node.")
            List<ConfigPatch> configPatches,

            @JsonPropertyDescription(
                    "How machines get their configuration: auto (default) uses user data where the provider supports it, otherwise maintenance mode.")
            ConfigDelivery configDelivery) {
        public Talos {
            configPatches = NullSafeCopies.of(configPatches);
        }
    }

    /** How a machine gets its configuration. */
    public enum ConfigDelivery {
        /**
         * As user data if the infrastructure supports it and the API address is known in advance, otherwise in maintenance mode.
         */
        AUTO("auto"),
        /** As user data; the bootstrap fails if that is not possible. */
        USER_DATA("userData"),
        /** Through the machine API in maintenance mode. */
        MAINTENANCE("maintenance");

        private final String word;

        ConfigDelivery(String word) {
            this.word = word;
        }

        @JsonValue
        public String word() {
            return word;
        }
    }

    /** One operation of a JSON patch. */
    @ApiRecord
    public record ConfigPatch(
            @Required @JsonPropertyDescription("Operation.") Operation op,

            @Required @JsonPropertyDescription("JSON pointer into the machine configuration.")
            String path,

            @JsonPropertyDescription("New value as JSON. Not used with op remove.")
            String value) {}

    /** Operations of a JSON patch. */
    public enum Operation {
        @JsonProperty("add")
        ADD,
        @JsonProperty("remove")
        REMOVE,
        @JsonProperty("replace")
        REPLACE
    }
}
