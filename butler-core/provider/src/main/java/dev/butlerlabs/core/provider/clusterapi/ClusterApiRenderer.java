package dev.butlerlabs.core.provider.clusterapi;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Renders the objects of one Cluster API infrastructure provider. Implementations are stateless: the same input gives the same objects. */
public interface ClusterApiRenderer {
    ClusterApiResourceTypes kinds();

    /** Returns the Secrets and identities with which the provider authenticates. Empty if it reads the credentials Secret directly. */
    default List<HasMetadata> access(TenantRenderInput plan, RenderProblemCollector findings) {
        return List.of();
    }

    /** Returns the spec of the cluster object. */
    UnstructuredFieldMap cluster(TenantRenderInput plan, RenderProblemCollector findings);

    /** Returns the annotations of the cluster object. */
    default Map<String, String> clusterAnnotations() {
        return Map.of();
    }

    /** Returns the spec of each machine. */
    UnstructuredFieldMap machine(TenantRenderInput plan, WorkerSpec worker, RenderProblemCollector findings);

    /** Returns the failure domain of the machines, if Cluster API must set it. */
    default Optional<String> failureDomain(TenantRenderInput plan) {
        return Optional.empty();
    }

    /** Returns the provider id that a node reads when it boots; empty if a controller sets it. */
    default Optional<String> bootProviderId() {
        return Optional.empty();
    }

    /** Returns whether a cloud controller manager in the tenant cluster initializes the nodes. */
    default boolean hasCloudController() {
        return false;
    }
}
