package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonValue;

/** Roles of machines. */
public enum MachineRole {
    CONTROL_PLANE("control-plane"),
    WORKER("worker");

    private final String word;

    MachineRole(String word) {
        this.word = word;
    }

    /** Returns the serialized value, which is also used as a label value. */
    @JsonValue
    public String word() {
        return word;
    }
}
