package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The Helm release behind an addon. */
@ApiRecord
public record HelmRelease(
        @JsonPropertyDescription("Name of the release.") String name,

        @JsonPropertyDescription("Namespace of the release.")
        String namespace,

        @JsonPropertyDescription("How often the release was installed or changed.")
        Long revision,

        @JsonPropertyDescription("Version of the chart.") String version,

        @JsonPropertyDescription("State Helm gives the release.")
        String status) {}
