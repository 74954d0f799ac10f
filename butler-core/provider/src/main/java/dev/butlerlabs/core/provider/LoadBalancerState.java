package dev.butlerlabs.core.provider;

import java.util.Objects;
import java.util.Optional;

/** The observed state of a load balancer. */
public sealed interface LoadBalancerState {
    /** Neither the load balancer nor any part of it exists. */
    record Absent() implements LoadBalancerState {}

    /**
     * It is being created.
     *
     * @param endpoint future endpoint, if already known
     */
    record Starting(String providerId, Optional<String> endpoint, String awaited) implements LoadBalancerState {
        public Starting {
            Objects.requireNonNull(providerId, "providerId");
            Objects.requireNonNull(endpoint, "endpoint");
            Objects.requireNonNull(awaited, "awaited");
        }
    }

    /**
     * It accepts connections.
     *
     * @param endpoint host name or address, without port
     * @param healthyTargets number of registered targets that pass the health check
     */
    record Ready(String providerId, String endpoint, int registeredTargets, int healthyTargets)
            implements LoadBalancerState {
        public Ready {
            Objects.requireNonNull(providerId, "providerId");
            Objects.requireNonNull(endpoint, "endpoint");
        }
    }

    /** It failed and will not recover without a change. */
    record Broken(String providerId, String reason, String message) implements LoadBalancerState {
        public Broken {
            Objects.requireNonNull(providerId, "providerId");
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(message, "message");
        }
    }

    /** It, or a resource that belongs to it, is being deleted. */
    record Leaving(String providerId) implements LoadBalancerState {
        public Leaving {
            Objects.requireNonNull(providerId, "providerId");
        }
    }
}
