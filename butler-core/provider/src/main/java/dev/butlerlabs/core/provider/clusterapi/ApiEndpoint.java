package dev.butlerlabs.core.provider.clusterapi;

import java.util.Objects;

/** The address of a tenant cluster's Kubernetes API. Immutable. */
public record ApiEndpoint(String host, int port) {
    public ApiEndpoint {
        Objects.requireNonNull(host, "host");
        if (host.isBlank() || port < 1 || port > 65_535) {
            throw new IllegalArgumentException("invalid endpoint: %s:%d".formatted(host, port));
        }
    }

    public UnstructuredFieldMap fields() {
        return UnstructuredFieldMap.of("host", host).put("port", port);
    }

    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
