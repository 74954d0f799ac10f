package dev.butlerlabs.core.docker;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * An existing container.
 *
 * @param address IPv4 address in its network, while it is running
 * @param ports published ports, while it is running
 */
public record ContainerState(
        String id,
        String name,
        Map<String, String> labels,
        boolean running,
        Optional<String> address,
        List<PublishedPort> ports) {
    public ContainerState {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(address, "address");
        labels = Map.copyOf(labels);
        ports = List.copyOf(ports);
    }
}
