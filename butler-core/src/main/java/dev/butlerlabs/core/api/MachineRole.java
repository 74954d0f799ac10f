package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a machine does in its cluster. */
public enum MachineRole {
    @JsonProperty("control-plane")
    CONTROL_PLANE,
    @JsonProperty("worker")
    WORKER
}
