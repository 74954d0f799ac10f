package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/**
 * A reference to a key of a Secret in the same namespace. Other namespaces are not allowed, so that a user cannot read Secrets
 * without permission.
 */
@ApiRecord
public record SecretKeyReference(
        @Required @Size(min = 1) @JsonPropertyDescription("Name of the Secret.")
        String name,

        @Required @Size(min = 1) @JsonPropertyDescription("Key in the Secret.")
        String key) {}
