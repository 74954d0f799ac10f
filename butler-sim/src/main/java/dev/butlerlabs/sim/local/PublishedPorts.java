package dev.butlerlabs.sim.local;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;

/**
 * Ports of the host that containers publish. Nothing listens on them: the machines are reachable at their own addresses. The lock of
 * {@link ContainerRegistry} guards it.
 */
final class PublishedPorts {
    private static final int FIRST_FREE = 32_768;
    private static final int LAST = 60_999;

    private final Map<Integer, String> owners = new HashMap<>();
    private int next = FIRST_FREE;

    /** Publishes the ports of a container, all or none. */
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
        if (owners.putIfAbsent(port, container.id) != null) {
            throw new DockerApiException(
                    500,
                    "driver failed programming external connectivity on endpoint %s: Bind for %s:%d failed: port is already allocated"
                            .formatted(container.name, binding.path("HostIp").asText("0.0.0.0"), port));
        }
        return port;
    }

    private int free() {
        while (owners.containsKey(next)) {
            next = next == LAST ? FIRST_FREE : next + 1;
        }
        return next;
    }

    void release(ContainerRecord container) {
        owners.values().removeIf(container.id::equals);
        container.ports.clear();
    }
}
