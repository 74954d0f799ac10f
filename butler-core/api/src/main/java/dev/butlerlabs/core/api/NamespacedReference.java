package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A reference to an object with a required namespace. */
@ApiRecord
public record NamespacedReference(
        @Required @Size(min = 1) @JsonPropertyDescription("Name of the object.")
        String name,

        @Required @Size(min = 1) @JsonPropertyDescription("Namespace of the object.")
        String namespace) {}
