package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.rest.JsonDocument;

/** The documents of an image and of the disk that it is created from. */
record AzureImageDocument(BootImageSpec spec, AzureSettings settings) {
    private static final int LONGEST_NAME = 80;
    private static final String GENERATION = "V2";

    /** Returns the name in the alphabet of Azure. */
    String name() {
        String name = spec.name().replaceAll("[^A-Za-z0-9_.-]+", "-").replaceFirst("^[_.-]+", "");
        String known = name.isEmpty() ? "image" : name;
        return known.substring(0, Math.min(LONGEST_NAME, known.length())).replaceFirst("[.-]+$", "");
    }

    /** @param disk resource ID of the disk */
    ObjectNode json(String disk) {
        ObjectNode image = located(spec.id(), settings);
        ObjectNode properties = image.putObject("properties").put("hyperVGeneration", GENERATION);
        ObjectNode osDisk = properties
                .putObject("storageProfile")
                .putObject("osDisk")
                .put("osType", "Linux")
                .put("osState", "Generalized");
        osDisk.putObject("managedDisk").put("id", disk);
        return image;
    }

    private static ObjectNode located(ImageId id, AzureSettings settings) {
        ObjectNode document = JsonDocument.object().put("location", settings.location());
        document.set("tags", AzureOwnershipTags.json(AzureOwnershipTags.of(id)));
        return document;
    }

    /** Returns the name of the disk of an image. */
    static String diskName(ImageId id) {
        return "butler-image-" + id.digest();
    }

    /**
     * Returns a disk for an upload.
     *
     * @param bytes length of the VHD with its footer
     */
    static ObjectNode disk(ImageId id, AzureSettings settings, long bytes) {
        ObjectNode disk = located(id, settings);
        disk.putObject("sku").put("name", "Standard_LRS");
        ObjectNode properties =
                disk.putObject("properties").put("osType", "Linux").put("hyperVGeneration", GENERATION);
        properties.putObject("creationData").put("createOption", "Upload").put("uploadSizeBytes", bytes);
        return disk;
    }
}
