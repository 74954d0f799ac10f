package dev.butlerlabs.core.talos.config;

/** What a machine is in its cluster. */
public enum MachineType {
    CONTROL_PLANE("controlplane"),
    WORKER("worker");

    private final String word;

    MachineType(String word) {
        this.word = word;
    }

    /** The word that stands in {@code machine.type}. */
    public String word() {
        return word;
    }
}
