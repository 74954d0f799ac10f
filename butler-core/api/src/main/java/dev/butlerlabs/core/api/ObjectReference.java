package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A reference to an object. The namespace defaults to that of the referring object. */
@ApiRecord
public record ObjectReference(
        @Required @Size(min = 1) @JsonPropertyDescription("Name of the object.")
        String name,

        @JsonPropertyDescription("Namespace of the object. Defaults to the namespace of the referring object.")
        String namespace) {}
