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

/** Maps infrastructures to their Cluster API providers. */
final class Infrastructures {
    /** If there are several, new clusters use the first that is installed; if none is, they wait for the last. */
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
                        "Tenant clusters are not supported on %s.".formatted(name),
                        "Use a ProviderConfig with one of: %s."
                                .formatted(String.join(", ", new TreeSet<>(ALL.keySet())))));
    }
}
