package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** Points at an object in a namespace that is always named. */
@ApiRecord
public record NamespacedReference(
        @Required @Size(min = 1) @JsonPropertyDescription("Name of the object.")
        String name,

        @Required @Size(min = 1) @JsonPropertyDescription("Namespace of the object.")
        String namespace) {}
