package dev.butlerlabs.core.provider;

import java.util.Objects;

/**
 * Identifies a machine.
 *
 * @param name name on the infrastructure, a DNS label
 * @param owner owner of the machine
 */
public record MachineId(String name, OwnerId owner) {
    public MachineId {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(owner, "owner");
    }
}
