package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** The image that is wanted, and where. */
@ApiRecord
@JsonClassDescription("The image that is wanted, and where.")
public record ImageSyncSpec(
        @Required @JsonPropertyDescription("The image in the factory.")
        FactoryReference factoryRef,

        @Required @JsonPropertyDescription("The ProviderConfig of the infrastructure that gets the image.")
        ObjectReference providerConfigRef,

        @Default("qcow2") @JsonPropertyDescription("File format of the image.")
        String format,

        @Default("direct")
        @JsonPropertyDescription("Whether the infrastructure fetches the image itself or Butler carries it over.")
        TransferMode transferMode,

        @JsonPropertyDescription(
                "Name of the image on the infrastructure; made from schematic and version when left out.")
        String displayName) {

    /** An image in a factory. */
    @ApiRecord
    public record FactoryReference(
            @Required @Size(min = 8) @JsonPropertyDescription("Id of the schematic that lists the system extensions.")
            String schematicID,

            @Required @JsonPropertyDescription("Version of the operating system.")
            String version,

            @Default("amd64") @JsonPropertyDescription("Processor architecture.")
            Architecture arch,

            @Default("nocloud") @JsonPropertyDescription("Platform the image is built for.")
            String platform) {}

    /** Processor architectures images are built for. */
    public enum Architecture {
        @JsonProperty("amd64")
        AMD64,
        @JsonProperty("arm64")
        ARM64
    }

    /** Who moves the image. */
    public enum TransferMode {
        @JsonProperty("direct")
        DIRECT,
        @JsonProperty("proxy")
        PROXY
    }
}
