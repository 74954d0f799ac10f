package dev.butlerlabs.core.node;

import dev.butlerlabs.core.api.MachineRole;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A node and its machine in a listing. Immutable.
 *
 * @param status such as {@code Ready} or {@code NotReady,SchedulingDisabled}; the phase of its MachineRequest if it has not joined
 * @param etcd {@code member}, {@code learner}, {@code missing} or {@code unknown}; empty for workers
 * @param talos version; empty if not known
 * @param kubernetes version of the kubelet; empty if not known
 * @param machineId ID of the machine at its provider; empty if Butler did not create it
 * @param created when the node joined, or else when its machine was requested
 */
public record NodeRow(
        String name,
        MachineRole role,
        String status,
        Optional<String> etcd,
        Optional<String> talos,
        Optional<String> kubernetes,
        Optional<String> machineId,
        Optional<String> address,
        Optional<Instant> created) {
    public NodeRow {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(status, "status");
    }
}
