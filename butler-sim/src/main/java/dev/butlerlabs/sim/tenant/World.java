package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.sim.cluster.control.Waits;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;

/** The objects of one namespace as the tenant controllers see them. Each cluster has its own namespace. */
record World(String namespace, Shelf shelf, Waits waits, TenantTempo tempo) {
    List<GenericKubernetesResource> list(PartKind kind) {
        return shelf.list(kind, namespace);
    }
}
