package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A reference to a Secret or to one of its keys. */
@ApiRecord
public record SecretReference(
        @Required @Size(min = 1) @JsonPropertyDescription("Name of the Secret.")
        String name,

        @JsonPropertyDescription("Namespace of the Secret. Defaults to the namespace of the referring object.")
        String namespace,

        @JsonPropertyDescription("Key in the Secret. The default depends on the use.")
        String key) {}
