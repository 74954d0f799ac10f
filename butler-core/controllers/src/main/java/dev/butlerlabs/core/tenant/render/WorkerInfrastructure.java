package dev.butlerlabs.core.tenant.render;

import dev.butlerlabs.core.provider.ProviderProfile.ClusterApiKinds;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How one Cluster API infrastructure provider wants to be told about a tenant cluster. */
interface WorkerInfrastructure {
    ClusterApiKinds kinds();

    /** What lets the provider in: Secrets and identities. Empty where it takes the credentials Secret itself. */
    default List<HasMetadata> access(TenantPlan plan, Findings findings) {
        return List.of();
    }

    /** The spec of the cluster object. */
    Fields cluster(TenantPlan plan, Findings findings);

    /** Annotations of the cluster object. */
    default Map<String, String> clusterAnnotations() {
        return Map.of();
    }

    /** The spec of each machine. */
    Fields machine(TenantPlan plan, Worker worker, Findings findings);

    /** Where in the infrastructure the machines are made, when Cluster API has to name it. */
    default Optional<String> failureDomain(TenantPlan plan) {
        return Optional.empty();
    }

    /** How a node learns its id from the infrastructure when it boots; empty where a controller tells it. */
    default Optional<String> bootProviderId() {
        return Optional.empty();
    }

    /** Whether a cloud controller in the tenant cluster finishes the nodes. */
    default boolean hasCloudController() {
        return false;
    }
}
