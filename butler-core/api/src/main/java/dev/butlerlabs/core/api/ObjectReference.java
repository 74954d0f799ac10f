package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** Points at an object, in the referrer's namespace unless another is named. */
@ApiRecord
public record ObjectReference(
        @Required @Size(min = 1) @JsonPropertyDescription("Name of the object.")
        String name,

        @JsonPropertyDescription("Namespace of the object; the referrer's own when left out.")
        String namespace) {}
