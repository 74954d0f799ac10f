package dev.butlerlabs.core.docker;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * An existing container.
 *
 * @param network name of its network, if it has one
 * @param address IPv4 address in its network, while it is running
 * @param macAddress MAC address in its network, while it is running
 * @param ports published ports, while it is running
 * @param reservedPorts ports of the host that it publishes whenever it is running
 * @param error message of the engine about the last failed start; empty if there was none
 */
public record ContainerState(
        String id,
        String name,
        Map<String, String> labels,
        ContainerStatus status,
        Optional<String> network,
        Optional<String> address,
        Optional<String> macAddress,
        List<PublishedPort> ports,
        Set<Integer> reservedPorts,
        String error) {
    public ContainerState {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(network, "network");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(macAddress, "macAddress");
        Objects.requireNonNull(error, "error");
        labels = Map.copyOf(labels);
        ports = List.copyOf(ports);
        reservedPorts = Set.copyOf(reservedPorts);
    }

    public boolean running() {
        return status == ContainerStatus.RUNNING;
    }
}
