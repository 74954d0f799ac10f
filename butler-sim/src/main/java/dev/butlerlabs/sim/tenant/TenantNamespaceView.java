package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.sim.cluster.control.ConditionDurationTracker;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;

/** The objects of one namespace as the tenant controllers see them. Each cluster has its own namespace. */
record TenantNamespaceView(
        String namespace, CachedObjectStore shelf, ConditionDurationTracker waits, TenantDelays tempo) {
    List<GenericKubernetesResource> list(SimulatedResourceType kind) {
        return shelf.list(kind, namespace);
    }
}
