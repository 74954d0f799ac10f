package dev.butlerlabs.core.docker;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A container that acts as a machine: it runs systemd, which needs privileges, a terminal for its log, and its own cgroup
 * namespace.
 *
 * @param name container name and host name
 * @param environment variables as {@code NAME=value}
 * @param volumes directories that are kept when the container restarts
 * @param temporary directories that are kept in memory
 * @param binds host directories as {@code host:container:options}
 * @param hosts additional host names with their addresses
 * @param port port that is published on the loopback interface of the host
 * @param hostUsers whether root in the container is root on the host, even if the engine remaps users
 */
public record ContainerSpec(
        String name,
        ImageName image,
        Map<String, String> labels,
        List<String> environment,
        List<String> volumes,
        List<String> temporary,
        List<String> binds,
        Map<String, String> hosts,
        String network,
        PublishedPort port,
        boolean hostUsers) {
    public ContainerSpec {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(image, "image");
        Objects.requireNonNull(network, "network");
        Objects.requireNonNull(port, "port");
        labels = Map.copyOf(labels);
        environment = List.copyOf(environment);
        volumes = List.copyOf(volumes);
        temporary = List.copyOf(temporary);
        binds = List.copyOf(binds);
        hosts = Map.copyOf(hosts);
    }
}
