package dev.butlerlabs.core.node;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapSpec;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Cluster;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.MachinePool;
import dev.butlerlabs.core.api.ClusterBootstrapSpecBuilder;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.bootstrap.plan.MachineNames;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Changes the desired machines of a ClusterBootstrap. Each change is one request that also records or completes the operation; it fails if
 * the object was changed since it was read.
 */
final class MachineCountEditor {
    private final KubernetesClient client;

    MachineCountEditor(KubernetesClient client) {
        this.client = client;
    }

    /** Returns the names of the desired machines of a role. */
    static List<String> names(ClusterBootstrap bootstrap, MachineRole role) {
        return names(bootstrap, role, count(bootstrap, role));
    }

    private static List<String> names(ClusterBootstrap bootstrap, MachineRole role, int count) {
        return MachineNames.of(bootstrap.getSpec().cluster().name(), role, count, MachineNames.removed(bootstrap));
    }

    static int count(ClusterBootstrap bootstrap, MachineRole role) {
        return pool(bootstrap, role).map(MachinePool::replicas).orElse(0);
    }

    static Optional<MachinePool> pool(ClusterBootstrap bootstrap, MachineRole role) {
        Cluster cluster = bootstrap.getSpec().cluster();
        return Optional.ofNullable(role == MachineRole.CONTROL_PLANE ? cluster.controlPlane() : cluster.workers());
    }

    /** Returns the names of additional machines. */
    static List<String> nextNames(ClusterBootstrap bootstrap, MachineRole role, int count) {
        int present = count(bootstrap, role);
        return names(bootstrap, role, present + count).subList(present, present + count);
    }

    /** Records an operation, and adds or removes its machines. */
    ClusterBootstrap start(ClusterBootstrap bootstrap, NodeOperation operation) {
        return write(bootstrap, started(bootstrap, operation));
    }

    /** Completes the recorded operation. */
    ClusterBootstrap finish(ClusterBootstrap bootstrap) {
        ClusterBootstrap changed = copy(bootstrap, bootstrap.getSpec());
        changed.getMetadata().getAnnotations().remove(Annotations.NODE_OPERATION);
        return write(bootstrap, changed);
    }

    static ClusterBootstrap started(ClusterBootstrap bootstrap, NodeOperation operation) {
        int change = switch (operation.type()) {
            case ADD -> operation.machines().size();
            case REMOVE -> -1;
            case REPLACE -> 0;
        };
        ClusterBootstrap changed = copy(bootstrap, resized(bootstrap.getSpec(), operation.role(), change));
        changed.getMetadata().getAnnotations().put(Annotations.NODE_OPERATION, operation.text());
        if (operation.type() == NodeOperation.Type.REMOVE) {
            Set<String> removed = new LinkedHashSet<>(MachineNames.removed(bootstrap));
            removed.addAll(operation.machines());
            changed.getMetadata().getAnnotations().put(Annotations.REMOVED_MACHINES, String.join(",", removed));
        }
        return changed;
    }

    private static ClusterBootstrapSpec resized(ClusterBootstrapSpec spec, MachineRole role, int change) {
        Cluster cluster = spec.cluster();
        boolean isControlPlane = role == MachineRole.CONTROL_PLANE;
        return ClusterBootstrapSpecBuilder.builder(spec)
                .cluster(new Cluster(
                        cluster.name(),
                        cluster.topology(),
                        isControlPlane ? resized(cluster.controlPlane(), change) : cluster.controlPlane(),
                        isControlPlane ? cluster.workers() : resized(cluster.workers(), change)))
                .build();
    }

    private static MachinePool resized(MachinePool pool, int change) {
        return new MachinePool(
                pool.replicas() + change, pool.cpu(), pool.memoryMB(), pool.diskGB(), pool.extraDisks(), pool.labels());
    }

    private static ClusterBootstrap copy(ClusterBootstrap bootstrap, ClusterBootstrapSpec spec) {
        ClusterBootstrap copy = new ClusterBootstrap();
        copy.setMetadata(new ObjectMetaBuilder(bootstrap.getMetadata())
                .addToAnnotations(Map.of())
                .build());
        copy.setSpec(spec);
        copy.setStatus(bootstrap.getStatus());
        return copy;
    }

    private ClusterBootstrap write(ClusterBootstrap before, ClusterBootstrap after) {
        return KubeErrorMapper.translating(
                "updating ClusterBootstrap " + before.getMetadata().getName(),
                () -> client.resource(after).update());
    }
}
