package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.MachinePool;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Topology;
import java.util.Objects;
import java.util.Optional;

/**
 * Name, shape and machines of the cluster, with the numbers that count.
 *
 * @param workers none on a single-node cluster and where the control plane does the work
 */
public record ClusterPlan(String name, Topology topology, MachinePool controlPlane, Optional<MachinePool> workers) {
    public ClusterPlan {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(topology, "topology");
        Objects.requireNonNull(controlPlane, "controlPlane");
        Objects.requireNonNull(workers, "workers");
    }
}
