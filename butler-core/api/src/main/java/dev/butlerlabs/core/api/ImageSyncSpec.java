package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** The image and its destination. */
@ApiRecord
@JsonClassDescription("The image and its destination.")
public record ImageSyncSpec(
        @Required @JsonPropertyDescription("Image in the image factory.")
        FactoryReference factoryRef,

        @Required @JsonPropertyDescription("ProviderConfig of the destination infrastructure.")
        ObjectReference providerConfigRef,

        @Default("qcow2") @JsonPropertyDescription("File format of the image.")
        String format,

        @Default("direct")
        @JsonPropertyDescription("Whether the infrastructure downloads the image or Butler uploads it.")
        TransferMode transferMode,

        @JsonPropertyDescription(
                "Name of the image on the infrastructure. Defaults to a name derived from schematic and version.")
        String displayName) {

    /** An image in an image factory. */
    @ApiRecord
    public record FactoryReference(
            @Required @Size(min = 8) @JsonPropertyDescription("ID of the schematic with the system extensions.")
            String schematicID,

            @Required @JsonPropertyDescription("Version of the operating system.")
            String version,

            @Default("amd64") @JsonPropertyDescription("CPU architecture.")
            Architecture arch,

            @Default("nocloud") @JsonPropertyDescription("Target platform of the image.")
            String platform) {}

    /** CPU architectures of images. */
    public enum Architecture {
        @JsonProperty("amd64")
        AMD64,
        @JsonProperty("arm64")
        ARM64
    }

    /** Transfer modes. */
    public enum TransferMode {
        @JsonProperty("direct")
        DIRECT,
        @JsonProperty("proxy")
        PROXY
    }
}
