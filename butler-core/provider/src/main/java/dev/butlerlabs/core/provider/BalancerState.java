package dev.butlerlabs.core.provider;

import java.util.Objects;
import java.util.Optional;

/** What was seen of a load balancer. */
public sealed interface BalancerState {
    /** There is nothing, nor anything left of it. */
    record Absent() implements BalancerState {}

    /**
     * It is being made.
     *
     * @param endpoint by what it will be reached, where that is known already
     */
    record Starting(String providerId, Optional<String> endpoint, String awaited) implements BalancerState {
        public Starting {
            Objects.requireNonNull(providerId, "providerId");
            Objects.requireNonNull(endpoint, "endpoint");
            Objects.requireNonNull(awaited, "awaited");
        }
    }

    /**
     * It takes connections.
     *
     * @param endpoint host name or address, without port
     * @param healthyTargets of the registered ones, those that answer its health check
     */
    record Ready(String providerId, String endpoint, int registeredTargets, int healthyTargets)
            implements BalancerState {
        public Ready {
            Objects.requireNonNull(providerId, "providerId");
            Objects.requireNonNull(endpoint, "endpoint");
        }
    }

    /** It will not become ready by itself. */
    record Broken(String providerId, String reason, String message) implements BalancerState {
        public Broken {
            Objects.requireNonNull(providerId, "providerId");
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(message, "message");
        }
    }

    /** It, or something that was made for it alone, is on its way out. */
    record Leaving(String providerId) implements BalancerState {
        public Leaving {
            Objects.requireNonNull(providerId, "providerId");
        }
    }
}
