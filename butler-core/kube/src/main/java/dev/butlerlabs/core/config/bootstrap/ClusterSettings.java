package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.MachinePool;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Topology;
import java.util.Objects;
import java.util.Optional;

/**
 * Name, topology and machines of the cluster, with defaults applied.
 *
 * @param workers empty on a single-node cluster and if workloads run on the control plane
 */
public record ClusterSettings(String name, Topology topology, MachinePool controlPlane, Optional<MachinePool> workers) {
    public ClusterSettings {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(topology, "topology");
        Objects.requireNonNull(controlPlane, "controlPlane");
        Objects.requireNonNull(workers, "workers");
    }
}
