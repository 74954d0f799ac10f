package dev.butlerlabs.core.provider.local;

import dev.butlerlabs.core.api.MachinePortAccess;
import dev.butlerlabs.core.docker.ContainerState;
import dev.butlerlabs.core.docker.PublishedPort;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Determines whether clients use the published ports of a machine. Pure.
 *
 * @param onThisMachine whether the loopback interface of the engine is the one of this machine
 * @param inVirtualMachine whether the engine runs in a virtual machine, to whose containers its host has no route
 */
record PortAccessPolicy(MachineAccess access, boolean onThisMachine, boolean inVirtualMachine) {
    /** Returns the published ports of a running container; empty if only its address can be used. */
    Optional<MachinePortAccess> of(ContainerState container) {
        boolean possible = switch (access) {
            case AUTO -> onThisMachine;
            case DIRECT -> false;
            case PORTS -> true;
        };
        return possible && !container.ports().isEmpty()
                ? Optional.of(new MachinePortAccess(isRequired(), ports(container)))
                : Optional.empty();
    }

    private boolean isRequired() {
        return access == MachineAccess.PORTS || inVirtualMachine;
    }

    private static List<MachinePortAccess.Published> ports(ContainerState container) {
        return container.ports().stream()
                .sorted(Comparator.comparingInt(PublishedPort::inside))
                .map(port -> new MachinePortAccess.Published(port.inside(), port.address(), port.outside()))
                .toList();
    }
}
