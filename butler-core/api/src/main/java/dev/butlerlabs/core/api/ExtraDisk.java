package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;

/** A data disk beside the boot disk of a machine. */
@ApiRecord
public record ExtraDisk(
        @Required @Min(1) @JsonPropertyDescription("Size of the disk in gigabytes.")
        int sizeGB,

        @JsonPropertyDescription(
                "Storage class of the infrastructure to take the disk from; its default when left out.")
        String storageClass) {}
