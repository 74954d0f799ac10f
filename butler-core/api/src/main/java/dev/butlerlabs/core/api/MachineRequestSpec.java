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

/** The requested machine. */
@ApiRecord
@JsonClassDescription("The requested machine.")
public record MachineRequestSpec(
        @Required @JsonPropertyDescription("ProviderConfig of the machine.")
        ObjectReference providerRef,

        @Required
        @Size(min = 1, max = 63)
        @Pattern(FieldPatterns.DNS_LABEL)
        @JsonPropertyDescription("Name of the machine on the infrastructure.")
        String machineName,

        @Required @JsonPropertyDescription("Role of the machine.")
        MachineRole role,

        @Required @Min(1) @Max(128) @JsonPropertyDescription("Virtual CPUs.")
        int cpu,

        @Required @Min(1024) @JsonPropertyDescription("Memory in MB.")
        int memoryMB,

        @Required @Min(10) @JsonPropertyDescription("Boot disk size in GB.")
        int diskGB,

        @JsonPropertyDescription("Additional disks.") List<ExtraDisk> extraDisks,

        @JsonPropertyDescription("Provider-specific image reference. Defaults to the default image of the provider.")
        String image,

        @JsonPropertyDescription("User data for the first boot.")
        SensitiveText userData,

        @JsonPropertyDescription("Secret with the user data. Mutually exclusive with userData.")
        SecretKeyReference userDataSecretRef,

        @JsonPropertyDescription("Network configuration for the first boot.")
        SensitiveText networkData,

        @JsonPropertyDescription("Static address of the machine. By default the infrastructure assigns one.")
        MachineAddress address,

        @JsonPropertyDescription("Labels or tags of the machine on the infrastructure.")
        Map<String, String> labels) {
    public MachineRequestSpec {
        extraDisks = NullSafeCopies.of(extraDisks);
        labels = NullSafeCopies.of(labels);
    }
}
