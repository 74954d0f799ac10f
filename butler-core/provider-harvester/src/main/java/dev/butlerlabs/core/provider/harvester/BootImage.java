package dev.butlerlabs.core.provider.harvester;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Optional;

/**
 * A boot image.
 *
 * @param storageClass storage class that creates volumes with the content of the image
 * @param virtualSize size of the disk in the image in bytes; empty until Harvester reports it
 */
record BootImage(
        ResourceName name, String storageClass, Optional<Long> virtualSize, boolean imported, String progress) {
    /** Prefix of the storage class of an image that does not specify one. */
    private static final String USUAL_CLASS = "longhorn-";

    static BootImage of(GenericKubernetesResource image) {
        ResourceName name = new ResourceName(
                image.getMetadata().getNamespace(), image.getMetadata().getName());
        return new BootImage(
                name,
                ObjectFieldReader.text(image, "status.storageClassName").orElse(USUAL_CLASS + name.name()),
                ObjectFieldReader.number(image, "status.virtualSize").filter(size -> size > 0),
                ObjectFieldReader.condition(image, "Imported")
                        .map(condition -> condition.anyText("status").equals("True"))
                        .orElse(false),
                progress(image));
    }

    private static String progress(GenericKubernetesResource image) {
        return ObjectFieldReader.condition(image, "Imported")
                .flatMap(condition -> ObjectFieldReader.text(condition, "message"))
                .or(() -> ObjectFieldReader.number(image, "status.progress").map(percent -> percent + " %"))
                .orElse("no status yet");
    }
}
