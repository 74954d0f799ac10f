package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** Points at a Secret, or at one key of it. */
@ApiRecord
public record SecretReference(
        @Required @Size(min = 1) @JsonPropertyDescription("Name of the Secret.")
        String name,

        @JsonPropertyDescription("Namespace of the Secret; the referrer's own when left out.")
        String namespace,

        @JsonPropertyDescription("Key inside the Secret; the reader's usual key when left out.")
        String key) {}
