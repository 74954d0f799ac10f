package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A reference to an object in the same namespace, or to a cluster-scoped object. */
@ApiRecord
public record LocalReference(
        @Required @Size(min = 1) @JsonPropertyDescription("Name of the object.")
        String name) {}
