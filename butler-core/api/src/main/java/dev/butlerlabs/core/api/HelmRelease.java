package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The Helm release of an addon. */
@ApiRecord
public record HelmRelease(
        @JsonPropertyDescription("Name of the release.") String name,

        @JsonPropertyDescription("Namespace of the release.")
        String namespace,

        @JsonPropertyDescription("Revision of the release.") Long revision,

        @JsonPropertyDescription("Chart version.") String version,

        @JsonPropertyDescription("Helm status of the release.")
        String status) {}
