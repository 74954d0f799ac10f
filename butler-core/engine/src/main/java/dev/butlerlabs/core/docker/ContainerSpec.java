package dev.butlerlabs.core.docker;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A container that is a whole machine: it runs systemd, which needs privileges, a terminal to log to, and a control group namespace of
 * its own.
 *
 * @param name its name and its host name
 * @param environment variables as {@code NAME=value}
 * @param volumes folders of the container that outlive nothing but its restarts
 * @param temporary folders of the container that are kept in memory
 * @param binds folders of the host as {@code host:container:options}
 * @param hosts names the container knows besides those of its name servers, with their addresses
 * @param port the port that is published on the host's loopback
 * @param hostUsers whether root in it is root outside, where the engine would have it otherwise
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
