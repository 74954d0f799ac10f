package dev.butlerlabs.core.tenant.render;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ProviderProfile.ClusterApiKinds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Which Cluster API providers serve an infrastructure: the one table in which its name stands. */
final class Infrastructures {
    /** Where there are several, the first that is installed serves new clusters, and the last is awaited. */
    private static final Map<String, List<WorkerInfrastructure>> ALL = Map.of(
            "harvester", List.of(new HarvesterInfrastructure(), new KubevirtInfrastructure()),
            "nutanix", List.of(new NutanixInfrastructure()),
            "proxmox", List.of(new ProxmoxInfrastructure()),
            "aws", List.of(new AwsInfrastructure()),
            "gcp", List.of(new GcpInfrastructure()),
            "azure", List.of(new AzureInfrastructure()));

    private Infrastructures() {}

    static WorkerInfrastructure choose(
            ProviderConfig provider, Optional<String> clusterKind, Predicate<ClusterApiKinds> installed) {
        List<WorkerInfrastructure> offered = offered(provider.getSpec().provider());
        return clusterKind
                .flatMap(kind -> offered.stream()
                        .filter(one -> one.kinds().clusterKind().equals(kind))
                        .findFirst())
                .or(() -> offered.stream()
                        .filter(one -> installed.test(one.kinds()))
                        .findFirst())
                .orElseGet(offered::getLast);
    }

    static List<WorkerInfrastructure> offered(String name) {
        return Optional.ofNullable(ALL.get(name))
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_OFFERED,
                        "Tenant clusters cannot be made on %s.".formatted(name),
                        "Use a ProviderConfig of one of: %s."
                                .formatted(String.join(", ", new TreeSet<>(ALL.keySet())))));
    }
}
