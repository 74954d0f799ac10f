package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** Points at an object whose namespace is understood: the referrer's own, or none for a cluster-wide kind. */
@ApiRecord
public record LocalReference(
        @Required @Size(min = 1) @JsonPropertyDescription("Name of the object.")
        String name) {}
