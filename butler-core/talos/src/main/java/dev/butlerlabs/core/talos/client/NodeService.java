package dev.butlerlabs.core.talos.client;

import java.util.Objects;

/**
 * A service of a machine, such as {@code etcd} or {@code kubelet}.
 *
 * @param state such as {@code Running} or {@code Waiting}
 * @param message what it last said about its health or its state
 */
public record NodeService(String id, String state, Health health, String message) {
    public NodeService {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(health, "health");
        Objects.requireNonNull(message, "message");
    }

    /** Whether a service is well; many have no check of their own. */
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
