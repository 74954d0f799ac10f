package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** Points at one key of a Secret in the referrer's own namespace: whoever may not read Secrets elsewhere is not led there. */
@ApiRecord
public record SecretKeyReference(
        @Required @Size(min = 1) @JsonPropertyDescription("Name of the Secret.")
        String name,

        @Required @Size(min = 1) @JsonPropertyDescription("Key inside the Secret.")
        String key) {}
