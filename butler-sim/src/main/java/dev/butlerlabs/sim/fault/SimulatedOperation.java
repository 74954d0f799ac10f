package dev.butlerlabs.sim.fault;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Operations, independent of the protocol. */
public enum SimulatedOperation {
    CREATE,
    READ,
    LIST,
    UPDATE,
    DELETE,
    /** Boot and run of a machine. */
    BOOT;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<SimulatedOperation> find(String word) {
        return Arrays.stream(values())
                .filter(value -> value.word().equals(word))
                .findFirst();
    }
}
