package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.List;
import java.util.Locale;

/** The request to import an image. */
record GcpImagePayload(BootImageSpec spec) {
    private static final int LONGEST_NAME = 63;
    private static final String ARM = "arm64";
    /** What Talos supports; machines of some types boot only from images with these features. */
    private static final List<String> FEATURES = List.of("UEFI_COMPATIBLE", "VIRTIO_SCSI_MULTIQUEUE", "GVNIC");

    /** Returns the name in the alphabet of Google Cloud: lower-case letters, digits and hyphens. */
    String name() {
        String name = spec.name()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceFirst("^-+", "");
        String started = name.isEmpty() || !Character.isLetter(name.charAt(0)) ? "image-" + name : name;
        return started.substring(0, Math.min(LONGEST_NAME, started.length())).replaceFirst("-+$", "");
    }

    ObjectNode json(GcsObject object) {
        boolean arm = spec.id().architecture().equals(ARM);
        ObjectNode image = JsonDocument.object()
                .put("name", name())
                .put("description", "Managed by Butler. " + spec.id())
                .put("architecture", arm ? "ARM64" : "X86_64");
        image.putObject("rawDisk").put("source", object.source());
        ArrayNode features = image.putArray("guestOsFeatures");
        FEATURES.forEach(feature -> features.addObject().put("type", feature));
        ObjectNode labels = image.putObject("labels");
        GcpOwnership.labels(spec.id()).forEach(labels::put);
        return image;
    }
}
