package dev.butlerlabs.sim.local;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.sim.cluster.PortForwarder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Ports of the host that containers publish. Connections to them are forwarded to the address of the container while its machine runs. The lock
 * of {@link ContainerRegistry} guards it.
 */
final class PublishedPorts implements AutoCloseable {
    private static final int FIRST_FREE = 32_768;
    private static final int LAST = 60_999;

    private final Map<Integer, String> owners = new HashMap<>();
    private final Map<String, List<PortForwarder>> forwarders = new HashMap<>();
    private int next = FIRST_FREE;

    /** Reserves the ports of a container, all or none. */
    void publish(ContainerRecord container) {
        Map<Integer, Integer> chosen = new HashMap<>();
        try {
            container
                    .body
                    .at("/HostConfig/PortBindings")
                    .properties()
                    .forEach(entry -> chosen.put(
                            inner(entry.getKey()),
                            take(container, entry.getValue().path(0))));
        } catch (DockerApiException e) {
            release(container);
            throw e;
        }
        container.ports.putAll(chosen);
    }

    private static int inner(String port) {
        return Integer.parseInt(port.substring(0, port.indexOf('/')));
    }

    private int take(ContainerRecord container, JsonNode binding) {
        int requested = binding.path("HostPort").asInt(0);
        int port = requested == 0 ? free() : requested;
        String host = binding.path("HostIp").asText("0.0.0.0");
        if (owners.putIfAbsent(port, container.id) != null) {
            throw failed(container, "Bind for %s:%d failed: port is already allocated".formatted(host, port));
        }
        if (requested != 0 && !isUnused(port)) {
            throw failed(
                    container,
                    "Error starting userland proxy: listen tcp4 %s:%d: bind: address already in use"
                            .formatted(host, port));
        }
        return port;
    }

    private static DockerApiException failed(ContainerRecord container, String cause) {
        return new DockerApiException(
                500,
                "driver failed programming external connectivity on endpoint %s: %s".formatted(container.name, cause));
    }

    private int free() {
        while (owners.containsKey(next) || !isUnused(next)) {
            next = next == LAST ? FIRST_FREE : next + 1;
        }
        return next;
    }

    private static boolean isUnused(int port) {
        try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Forwards the ports of a container to its address. */
    void forward(ContainerRecord container, String address) {
        List<PortForwarder> opened = new ArrayList<>();
        container.ports.forEach((inner, outer) -> open(address, inner, outer).ifPresent(opened::add));
        forwarders.put(container.id, opened);
    }

    /** A program that took the port in the meantime keeps it, so that clients of the container get no answer. */
    private static Optional<PortForwarder> open(String address, int inner, int outer) {
        try {
            return Optional.of(PortForwarder.open(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), outer),
                    new InetSocketAddress(address, inner)));
        } catch (UncheckedIOException e) {
            return Optional.empty();
        }
    }

    void release(ContainerRecord container) {
        owners.values().removeIf(container.id::equals);
        Optional.ofNullable(forwarders.remove(container.id)).ifPresent(opened -> opened.forEach(PortForwarder::close));
        container.ports.clear();
    }

    @Override
    public void close() {
        forwarders.values().forEach(opened -> opened.forEach(PortForwarder::close));
        forwarders.clear();
    }
}
