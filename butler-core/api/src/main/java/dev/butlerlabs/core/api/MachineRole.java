package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonValue;

/** What a machine does in its cluster. */
public enum MachineRole {
    CONTROL_PLANE("control-plane"),
    WORKER("worker");

    private final String word;

    MachineRole(String word) {
        this.word = word;
    }

    /** The word on the wire, also used as a label. */
    @JsonValue
    public String word() {
        return word;
    }
}
