package dev.butlerlabs.core.provider;

import dev.butlerlabs.core.api.MachinePortAccess;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The observed state of a machine. */
public sealed interface MachineState {
    /** Neither the machine nor any part of it exists. */
    record Absent() implements MachineState {}

    /**
     * It is being created, or boots.
     *
     * @param providerId empty while only parts of it exist; {@link MachineOperations#create} completes them
     * @param awaited what the machine waits for, as a message that does not change while the state is the same
     */
    record Starting(String providerId, String awaited) implements MachineState {
        public Starting {
            Objects.requireNonNull(providerId, "providerId");
            Objects.requireNonNull(awaited, "awaited");
        }
    }

    /**
     * It is running and has an address.
     *
     * @param addresses at least one; the first is the preferred one
     * @param portAccess ports that the infrastructure publishes at other addresses, if any
     */
    record Running(
            String providerId,
            List<String> addresses,
            Optional<String> macAddress,
            Optional<String> zone,
            Optional<MachinePortAccess> portAccess)
            implements MachineState {
        /** Creates the state of a machine that is only reachable at its addresses. */
        public Running(String providerId, List<String> addresses, Optional<String> macAddress, Optional<String> zone) {
            this(providerId, addresses, macAddress, zone, Optional.empty());
        }

        public Running {
            Objects.requireNonNull(providerId, "providerId");
            addresses = List.copyOf(addresses);
            Objects.requireNonNull(macAddress, "macAddress");
            Objects.requireNonNull(zone, "zone");
            Objects.requireNonNull(portAccess, "portAccess");
            if (addresses.isEmpty()) {
                throw new IllegalArgumentException("a running machine must have an address");
            }
        }
    }

    /**
     * It exists, is not running and will not start without a change.
     *
     * @param reason CamelCase reason, such as {@code VMStopped}
     */
    record Broken(String providerId, String reason, String message) implements MachineState {
        public Broken {
            Objects.requireNonNull(providerId, "providerId");
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(message, "message");
        }
    }

    /** It, or a resource that belongs to it, is being deleted. */
    record Leaving(String providerId) implements MachineState {
        public Leaving {
            Objects.requireNonNull(providerId, "providerId");
        }
    }
}
