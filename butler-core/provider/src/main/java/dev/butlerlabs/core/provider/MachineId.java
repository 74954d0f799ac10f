package dev.butlerlabs.core.provider;

import java.util.Objects;

/**
 * Which machine is meant.
 *
 * @param name its name on the infrastructure, a DNS label
 * @param owner whose it is
 */
public record MachineId(String name, OwnerId owner) {
    public MachineId {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(owner, "owner");
    }
}
