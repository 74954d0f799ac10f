package dev.butlerlabs.core.talos.client;

import java.util.Objects;

/**
 * A service of a machine, such as {@code etcd} or {@code kubelet}.
 *
 * @param state such as {@code Running} or {@code Waiting}
 * @param message last message about its health or state
 */
public record NodeService(String id, String state, Health health, String message) {
    public NodeService {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(health, "health");
        Objects.requireNonNull(message, "message");
    }

    /** The health of a service. Many services have no health check. */
    public enum Health {
        UNKNOWN("?"),
        HEALTHY("OK"),
        UNHEALTHY("Fail");

        private final String word;

        Health(String word) {
            this.word = word;
        }

        @Override
        public String toString() {
            return word;
        }
    }
}
