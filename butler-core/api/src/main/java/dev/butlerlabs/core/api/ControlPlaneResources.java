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
            @JsonPropertyDescription("Resource requests.") Amounts requests,

            @JsonPropertyDescription("Resource limits.") Amounts limits) {}

    /** CPU and memory quantities. */
    @ApiRecord
    public record Amounts(
            @JsonPropertyDescription("CPU.") Quantity cpu,
            @JsonPropertyDescription("Memory.") Quantity memory) {}
}
