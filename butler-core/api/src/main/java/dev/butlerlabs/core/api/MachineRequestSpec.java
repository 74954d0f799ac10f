package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Map;

/** The machine that is wanted. */
@ApiRecord
@JsonClassDescription("The machine that is wanted.")
public record MachineRequestSpec(
        @Required @JsonPropertyDescription("The ProviderConfig that says where the machine is made.")
        ObjectReference providerRef,

        @Required
        @Size(min = 1, max = 63)
        @Pattern(Patterns.DNS_LABEL)
        @JsonPropertyDescription("Name of the machine on the infrastructure.")
        String machineName,

        @Required @JsonPropertyDescription("What the machine does in its cluster.")
        MachineRole role,

        @Required @Min(1) @Max(128) @JsonPropertyDescription("Virtual processors.")
        int cpu,

        @Required @Min(1024) @JsonPropertyDescription("Memory in megabytes.")
        int memoryMB,

        @Required @Min(10) @JsonPropertyDescription("Size of the boot disk in gigabytes.")
        int diskGB,

        @JsonPropertyDescription("Disks beside the boot disk.")
        List<ExtraDisk> extraDisks,

        @JsonPropertyDescription(
                "Image to boot, in the infrastructure's own words; the provider's default when left out.")
        String image,

        @JsonPropertyDescription("Configuration handed to the machine at its first boot.")
        SensitiveText userData,

        @JsonPropertyDescription(
                "Where that configuration is kept instead, since it holds secrets; not to be given beside userData.")
        SecretKeyReference userDataSecretRef,

        @JsonPropertyDescription("Network configuration handed to the machine at its first boot.")
        SensitiveText networkData,

        @JsonPropertyDescription("Address the machine is to have; the infrastructure chooses one when left out.")
        MachineAddress address,

        @JsonPropertyDescription("Labels or tags put on the machine at the infrastructure.")
        Map<String, String> labels) {
    public MachineRequestSpec {
        extraDisks = Copies.of(extraDisks);
        labels = Copies.of(labels);
    }
}
