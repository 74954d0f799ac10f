package dev.butlerlabs.core.provider;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What was seen of a machine. */
public sealed interface MachineState {
    /** There is nothing, nor anything left of it. */
    record Absent() implements MachineState {}

    /**
     * It is being made, or boots.
     *
     * @param providerId empty while only parts of it exist; {@link Machines#create} then completes it
     * @param awaited what is missing for it to run, as a sentence that stays the same while nothing happens
     */
    record Starting(String providerId, String awaited) implements MachineState {
        public Starting {
            Objects.requireNonNull(providerId, "providerId");
            Objects.requireNonNull(awaited, "awaited");
        }
    }

    /**
     * It runs and can be reached.
     *
     * @param addresses at least one; the first is the one to use
     */
    record Running(String providerId, List<String> addresses, Optional<String> macAddress, Optional<String> zone)
            implements MachineState {
        public Running {
            Objects.requireNonNull(providerId, "providerId");
            addresses = List.copyOf(addresses);
            Objects.requireNonNull(macAddress, "macAddress");
            Objects.requireNonNull(zone, "zone");
            if (addresses.isEmpty()) {
                throw new IllegalArgumentException("a running machine has an address");
            }
        }
    }

    /**
     * It is there and does not run, and will not by itself.
     *
     * @param reason one CamelCase word, such as {@code VMStopped}
     */
    record Broken(String providerId, String reason, String message) implements MachineState {
        public Broken {
            Objects.requireNonNull(providerId, "providerId");
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(message, "message");
        }
    }

    /** It, or something that was made for it alone, is on its way out. */
    record Leaving(String providerId) implements MachineState {
        public Leaving {
            Objects.requireNonNull(providerId, "providerId");
        }
    }
}
