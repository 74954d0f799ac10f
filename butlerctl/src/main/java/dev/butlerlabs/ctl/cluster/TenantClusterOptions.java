package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.tenant.change.TenantRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Options of a new cluster. They stay strings here because the core validates all of them together. */
@SuppressWarnings("unused") // set by picocli
final class TenantClusterOptions {
    @Option(
            names = {"-p", "--provider"},
            paramLabel = "NAME",
            description = "ProviderConfig to create the workers on; required if there are several.")
    private String provider;

    @Option(names = "--workers", paramLabel = "COUNT", description = "Number of workers.")
    private String workers;

    @Option(names = "--cpu", paramLabel = "COUNT", description = "CPUs per worker (default: 4).")
    private String cpu;

    @Option(names = "--memory", paramLabel = "SIZE", description = "Memory per worker, such as 8Gi (default: 8Gi).")
    private String memory;

    @Option(names = "--disk", paramLabel = "SIZE", description = "Disk size per worker, such as 50Gi (default: 50Gi).")
    private String disk;

    @Option(
            names = "--os",
            paramLabel = "NAME",
            description = "Operating system of the workers, such as rocky or talos.")
    private String os;

    @Option(names = "--image", paramLabel = "IMAGE", description = "Machine image of the workers.")
    private String image;

    @Option(
            names = "--schematic-id",
            paramLabel = "ID",
            description = "Talos Image Factory schematic ID of the worker image.")
    private String schematic;

    @Option(
            names = "--k8s-version",
            paramLabel = "VERSION",
            description = "Kubernetes version, such as v1.37.2 (default: the newest known version).")
    private String version;

    @Option(
            names = "--control-plane-replicas",
            paramLabel = "COUNT",
            description = "Number of control plane replicas, 1 to 3.")
    private String replicas;

    @Option(names = "--pod-cidr", paramLabel = "NETWORK", description = "Pod network CIDR.")
    private String podNetwork;

    @Option(names = "--service-cidr", paramLabel = "NETWORK", description = "Service network CIDR.")
    private String serviceNetwork;

    @Option(
            names = "--lb-pool",
            paramLabel = "ADDRESSES",
            description = "Load balancer address range: one address, or first and last separated by a dash.")
    private String pool;

    @Option(names = "--lb-pool-start", paramLabel = "ADDRESS", description = "First load balancer address.")
    private String poolStart;

    @Option(names = "--lb-pool-end", paramLabel = "ADDRESS", description = "Last load balancer address.")
    private String poolEnd;

    /** Returns the values as typed, by long flag name. */
    static Map<String, String> typed(ParseResult parsed) {
        Map<String, String> flags = new LinkedHashMap<>();
        for (OptionSpec option : parsed.matchedOptions()) {
            if (TenantRequest.knows(option.longestName())) {
                flags.put(option.longestName(), option.originalStringValues().getLast());
            }
        }
        return flags;
    }
}
