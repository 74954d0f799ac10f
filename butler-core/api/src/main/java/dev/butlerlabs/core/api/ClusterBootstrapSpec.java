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

/** The management cluster that is wanted. */
@ApiRecord
@JsonClassDescription("The management cluster that is wanted.")
public record ClusterBootstrapSpec(
        @Required
        @JsonPropertyDescription(
                "Infrastructure to build on: harvester, nutanix, proxmox, gcp, aws, azure, local, or any other provider installed.")
        String provider,

        @Required
        @JsonPropertyDescription("The ProviderConfig with the address of the infrastructure and its credentials.")
        ObjectReference providerRef,

        @Required @JsonPropertyDescription("Name, shape and machines of the cluster.")
        Cluster cluster,

        @Required @JsonPropertyDescription("Addresses of the cluster.")
        Network network,

        @Required @JsonPropertyDescription("The operating system of the machines.")
        Talos talos,

        @JsonPropertyDescription("What is installed on the cluster once it answers.")
        BootstrapAddons addons,

        @JsonPropertyDescription("How control planes of tenant clusters are reached from outside.")
        ControlPlaneExposure controlPlaneExposure,

        @JsonPropertyDescription("Stops the work until it is switched off again; nothing is undone.")
        Boolean paused) {

    /** Name, shape and machines of the cluster. */
    @ApiRecord
    public record Cluster(
            @Required
            @Size(min = 1, max = 63)
            @Pattern(Patterns.DNS_LABEL)
            @JsonPropertyDescription("Name of the cluster; machines are named after it.")
            String name,

            @Default("ha")
            @JsonPropertyDescription("One node for everything, or a control plane that survives the loss of a node.")
            Topology topology,

            @Required @JsonPropertyDescription("Machines of the control plane.")
            MachinePool controlPlane,

            @JsonPropertyDescription("Machines that carry the workload; none on a single-node cluster.")
            MachinePool workers) {}

    /** Whether the cluster is to survive the loss of a node. */
    public enum Topology {
        @JsonProperty("single-node")
        SINGLE_NODE,
        @JsonProperty("ha")
        HA
    }

    /** A number of equal machines. */
    @ApiRecord
    public record MachinePool(
            @Required @Min(1) @Max(100) @JsonPropertyDescription("Number of machines.")
            int replicas,

            @Required @Min(1) @Max(128) @JsonPropertyDescription("Virtual processors of each machine.")
            int cpu,

            @Required @Min(2048) @JsonPropertyDescription("Memory of each machine in megabytes.")
            int memoryMB,

            @Required @Min(20) @JsonPropertyDescription("Size of each boot disk in gigabytes.")
            int diskGB,

            @JsonPropertyDescription("Disks of each machine beside the boot disk.")
            List<ExtraDisk> extraDisks,

            @JsonPropertyDescription("Labels of the nodes these machines become.")
            Map<String, String> labels) {
        public MachinePool {
            extraDisks = Copies.of(extraDisks);
            labels = Copies.of(labels);
        }
    }

    /** Addresses of the cluster. */
    @ApiRecord
    public record Network(
            @Required @Pattern(Patterns.IPV4_CIDR) @JsonPropertyDescription("Range the pods take their addresses from.")
            String podCIDR,

            @Required
            @Pattern(Patterns.IPV4_CIDR)
            @JsonPropertyDescription("Range the services take their addresses from.")
            String serviceCIDR,

            @JsonPropertyDescription(
                    "Virtual address of the control plane; left out where the infrastructure has a load balancer.")
            String vip,

            @JsonPropertyDescription(
                    "Network interface that carries the virtual address; found by itself when left out.")
            String vipInterface,

            @JsonPropertyDescription("Addresses handed to services of type LoadBalancer.")
            LoadBalancerPool loadBalancerPool,

            @JsonPropertyDescription("Addresses of the machines; the infrastructure chooses them when left out.")
            NodeAddresses nodeAddresses) {}

    /** Addresses of the machines, one for each. */
    @ApiRecord
    public record NodeAddresses(
            @Required @Pattern(Patterns.IPV4) @JsonPropertyDescription("First address.")
            String start,

            @Required @Pattern(Patterns.IPV4) @JsonPropertyDescription("Last address.")
            String end,

            @Required @Pattern(Patterns.IPV4_CIDR) @JsonPropertyDescription("Subnet of the machines.")
            String subnet,

            @Pattern(Patterns.IPV4) @JsonPropertyDescription("Gateway of the subnet.")
            String gateway,

            @JsonPropertyDescription("Name servers of the machines.")
            List<String> dnsServers) {
        public NodeAddresses {
            dnsServers = Copies.of(dnsServers);
        }
    }

    /** Addresses handed to services of type LoadBalancer. */
    @ApiRecord
    public record LoadBalancerPool(
            @Required @Pattern(Patterns.IPV4) @JsonPropertyDescription("First address.")
            String start,

            @Required @Pattern(Patterns.IPV4) @JsonPropertyDescription("Last address.")
            String end) {}

    /** The operating system of the machines. */
    @ApiRecord
    public record Talos(
            @Required @Pattern("^v[0-9]+\\.[0-9]+\\.[0-9]+$") @JsonPropertyDescription("Talos version, such as v1.9.3.")
            String version,

            @Required @JsonPropertyDescription("Id of the image factory schematic that lists the system extensions.")
            String schematic,

            @Default("/dev/vda") @JsonPropertyDescription("Disk Talos is installed to.")
            String installDisk,

            @JsonPropertyDescription("JSON patches on the machine configuration of every node.")
            List<ConfigPatch> configPatches,

            @JsonPropertyDescription(
                    "How machines get their configuration: as user data where that is possible (auto, also when left out), as user data or not at all, or in maintenance mode.")
            ConfigDelivery configDelivery) {
        public Talos {
            configPatches = Copies.of(configPatches);
        }
    }

    /** How a machine gets its configuration. */
    public enum ConfigDelivery {
        /** As user data where the infrastructure hands it over and the API's address is known beforehand, else in maintenance mode. */
        AUTO("auto"),
        /** As user data; where that is not possible nothing is begun. */
        USER_DATA("userData"),
        /** Over the machine's API, in maintenance mode. */
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
            @Required @JsonPropertyDescription("What is done at the path.")
            Operation op,

            @Required @JsonPropertyDescription("JSON pointer into the machine configuration.")
            String path,

            @JsonPropertyDescription("The new value as JSON; not used when removing.")
            String value) {}

    /** What a JSON patch does. */
    public enum Operation {
        @JsonProperty("add")
        ADD,
        @JsonProperty("remove")
        REMOVE,
        @JsonProperty("replace")
        REPLACE
    }
}
