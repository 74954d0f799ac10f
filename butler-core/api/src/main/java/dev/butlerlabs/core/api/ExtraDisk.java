package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;

/** An additional data disk of a machine. */
@ApiRecord
public record ExtraDisk(
        @Required @Min(1) @JsonPropertyDescription("Disk size in GB.")
        int sizeGB,

        @JsonPropertyDescription("Storage class of the infrastructure. Defaults to its default class.")
        String storageClass) {}
