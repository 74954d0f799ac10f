package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Quantity;

/** Resources of the components of a hosted control plane. */
@ApiRecord
public record ControlPlaneResources(
        @JsonPropertyDescription("Resources of the API server.")
        Component apiServer,

        @JsonPropertyDescription("Resources of the controller manager.")
        Component controllerManager,

        @JsonPropertyDescription("Resources of the scheduler.")
        Component scheduler) {

    /** Resources of one component. */
    @ApiRecord
    public record Component(
            @JsonPropertyDescription("What the component is sure to get.")
            Amounts requests,

            @JsonPropertyDescription("What the component never exceeds.")
            Amounts limits) {}

    /** Amounts of processor time and memory. */
    @ApiRecord
    public record Amounts(
            @JsonPropertyDescription("Processor time.") Quantity cpu,
            @JsonPropertyDescription("Memory.") Quantity memory) {}
}
