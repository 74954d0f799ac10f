package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.sim.cluster.control.ConditionDurationTracker;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Optional;

/** The objects of one namespace as the tenant controllers see them. Each cluster has its own namespace. */
record TenantNamespaceView(
        String namespace,
        CachedObjectStore store,
        ConditionDurationTracker waits,
        TenantDelays delays,
        ClusterApiCrds definitions) {
    List<GenericKubernetesResource> list(SimulatedResourceType kind) {
        return store.list(kind, namespace);
    }

    /** Returns whether the cluster of the namespace is paused: no controller changes anything but reports it. */
    boolean isPaused() {
        return list(SimulatedResourceType.CLUSTER).stream()
                .anyMatch(cluster -> UnstructuredObject.truth(cluster, "spec", "paused"));
    }

    /** Returns the Cluster of a MachineDeployment or Machine. */
    Optional<GenericKubernetesResource> cluster(GenericKubernetesResource object) {
        return store.find(SimulatedResourceType.CLUSTER, namespace, MachineSetFactory.clusterName(object));
    }

    /** Reads the template of a reference; empty if it or its CRD does not exist. */
    Optional<GenericKubernetesResource> template(TemplateReference reference) {
        return definitions
                .apiVersion(reference.group(), reference.kind())
                .flatMap(version -> store.read(
                        SimulatedResourceType.of(version, reference.kind()), reference.namespace(), reference.name()));
    }
}
