package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.tenant.change.TenantRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** What is asked of a new cluster. The texts are read by the core, all at once, so the parser keeps them as they were typed. */
@SuppressWarnings("unused") // read by the parser alone
final class TenantOptions {
    @Option(
            names = {"-p", "--provider"},
            paramLabel = "NAME",
            description = "ProviderConfig the workers are made on; the only one there is when left out.")
    private String provider;

    @Option(
            names = {"-w", "--workers"},
            paramLabel = "COUNT",
            description = "Number of workers.")
    private String workers;

    @Option(names = "--cpu", paramLabel = "COUNT", description = "Processors of a worker (default: 4).")
    private String cpu;

    @Option(names = "--memory", paramLabel = "SIZE", description = "Memory of a worker, such as 8Gi (default: 8Gi).")
    private String memory;

    @Option(names = "--disk", paramLabel = "SIZE", description = "Disk of a worker, such as 50Gi (default: 50Gi).")
    private String disk;

    @Option(names = "--os", paramLabel = "NAME", description = "Operating system of a worker, such as rocky or talos.")
    private String os;

    @Option(names = "--image", paramLabel = "IMAGE", description = "Image of a worker on the infrastructure.")
    private String image;

    @Option(names = "--schematic-id", paramLabel = "ID", description = "Image factory schematic of a worker's image.")
    private String schematic;

    @Option(
            names = "--k8s-version",
            paramLabel = "VERSION",
            description = "Kubernetes release, such as v1.31.4 (default: v1.30.2).")
    private String version;

    @Option(names = "--team", paramLabel = "NAME", description = "Team the cluster belongs to.")
    private String team;

    @Option(
            names = "--control-plane-replicas",
            paramLabel = "COUNT",
            description = "Copies of the control plane, 1 to 3.")
    private String replicas;

    @Option(names = "--pod-cidr", paramLabel = "NETWORK", description = "Network of the pods.")
    private String podNetwork;

    @Option(names = "--service-cidr", paramLabel = "NETWORK", description = "Network of the services.")
    private String serviceNetwork;

    @Option(
            names = "--lb-pool",
            paramLabel = "ADDRESSES",
            description = "Addresses of load balancers: one, or the first and the last joined by a dash.")
    private String pool;

    @Option(names = "--lb-pool-start", paramLabel = "ADDRESS", description = "First address of load balancers.")
    private String poolStart;

    @Option(names = "--lb-pool-end", paramLabel = "ADDRESS", description = "Last address of load balancers.")
    private String poolEnd;

    /** What was typed, by flag. */
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
