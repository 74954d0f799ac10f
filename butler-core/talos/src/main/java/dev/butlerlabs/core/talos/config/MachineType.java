package dev.butlerlabs.core.talos.config;

/** The role of a machine in its cluster. */
public enum MachineType {
    CONTROL_PLANE("controlplane"),
    WORKER("worker");

    private final String word;

    MachineType(String word) {
        this.word = word;
    }

    /** Returns the value of {@code machine.type}. */
    public String word() {
        return word;
    }
}
