package dev.butlerlabs.core.docker;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A container that runs an operating system of its own: privileged, with a read-only root file system and limits. {@link #toString}
 * omits the environment, which may contain secrets.
 *
 * @param name container name and host name
 * @param environment variables as {@code NAME=value}
 * @param volumes volume names by directory; missing volumes are created with {@code volumeLabels}
 * @param temporary directories that are kept in memory
 * @param sysctls kernel parameters of its namespaces
 * @param network network by name
 * @param address fixed IPv4 address in the network; the engine assigns one if empty
 * @param ports ports of the host's loopback interface at which ports of the container are published, by port of the container
 */
public record MachineContainerSpec(
        String name,
        ImageName image,
        Map<String, String> labels,
        List<String> environment,
        Map<String, String> volumes,
        Map<String, String> volumeLabels,
        List<String> temporary,
        Map<String, String> sysctls,
        String network,
        Optional<String> address,
        Map<Integer, Integer> ports,
        int cpus,
        int memoryMiB) {
    public MachineContainerSpec {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(image, "image");
        Objects.requireNonNull(network, "network");
        Objects.requireNonNull(address, "address");
        labels = Map.copyOf(labels);
        environment = List.copyOf(environment);
        volumes = Map.copyOf(volumes);
        volumeLabels = Map.copyOf(volumeLabels);
        temporary = List.copyOf(temporary);
        sysctls = Map.copyOf(sysctls);
        ports = Map.copyOf(ports);
    }

    @Override
    public String toString() {
        return "MachineContainerSpec[%s, %s]".formatted(name, image);
    }
}
