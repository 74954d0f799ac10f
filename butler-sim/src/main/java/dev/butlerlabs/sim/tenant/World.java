package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.sim.cluster.control.Waits;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;

/** What those who make clusters look at: one namespace, since a cluster has one of its own. */
record World(String namespace, Shelf shelf, Waits waits, TenantTempo tempo) {
    List<GenericKubernetesResource> list(PartKind kind) {
        return shelf.list(kind, namespace);
    }
}
