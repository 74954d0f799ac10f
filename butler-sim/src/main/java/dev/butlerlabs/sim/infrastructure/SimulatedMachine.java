package dev.butlerlabs.sim.infrastructure;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Actual state of a machine in a simulated infrastructure.
 *
 * @param marks labels, tags or categories
 * @param address empty until the machine has one
 */
public record SimulatedMachine(
        String id, String name, Power power, Map<String, String> marks, Optional<String> address) {
    public SimulatedMachine {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(power, "power");
        marks = Map.copyOf(marks);
        Objects.requireNonNull(address, "address");
    }

    /** Power state. */
    public enum Power {
        BOOTING,
        ON,
        OFF,
        LEAVING
    }
}
