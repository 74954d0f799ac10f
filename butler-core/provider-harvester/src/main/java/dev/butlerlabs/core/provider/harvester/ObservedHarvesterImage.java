package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.provider.ImageState;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Comparator;

/** A VirtualMachineImage, and the image state derived from it. */
record ObservedHarvesterImage(GenericKubernetesResource object) {
    /** Orders several images with one ID: images that stay come first, and of these the oldest. */
    static final Comparator<ObservedHarvesterImage> KEPT_FIRST = Comparator.comparing(
                    (ObservedHarvesterImage image) -> ObjectFieldReader.isLeaving(image.object()))
            .thenComparing(image -> image.state() instanceof ImageState.Failed)
            .thenComparing(image -> image.object().getMetadata().getCreationTimestamp())
            .thenComparing(image -> ObjectFieldReader.name(image.object()));

    private static final int LONGEST = 300;

    ImageState state() {
        if (ObjectFieldReader.isLeaving(object)) {
            return new ImageState.Leaving(uid());
        }
        // Harvester stops its own attempts when this condition is true.
        if (isTrue("RetryLimitExceeded")) {
            return new ImageState.Failed(
                    uid(), "ImageImportFailed", "Harvester could not import the image: %s".formatted(trouble()));
        }
        if (isTrue("BackingImageMissing")) {
            return new ImageState.Failed(
                    uid(), "BackingImageMissing", "The content of the image is missing in Harvester.");
        }
        return isTrue("Imported") ? new ImageState.Ready(uid(), reference()) : transferring();
    }

    private ImageState transferring() {
        boolean retried = ObjectFieldReader.number(object, "status.failed")
                .filter(failures -> failures > 0)
                .isPresent();
        return new ImageState.Transferring(
                uid(),
                ObjectFieldReader.number(object, "status.progress").stream()
                        .mapToInt(Long::intValue)
                        .findFirst(),
                retried
                        ? "Harvester repeats the download: %s".formatted(trouble())
                        : "Harvester is downloading the image");
    }

    /** Returns the reason that Harvester reports for its last failure. */
    private String trouble() {
        return ObjectFieldReader.condition(object, "Imported")
                .filter(condition -> !condition.anyText("status").equals("True"))
                .flatMap(condition -> ObjectFieldReader.text(condition, "message"))
                .or(() -> ObjectFieldReader.condition(object, "Initialized")
                        .flatMap(condition -> ObjectFieldReader.text(condition, "message")))
                .map(message -> message.length() > LONGEST ? message.substring(0, LONGEST) + "…" : message)
                .orElse("no reason reported");
    }

    private boolean isTrue(String type) {
        return ObjectFieldReader.condition(object, type)
                .map(ObservedHarvesterImage::isTrue)
                .orElse(false);
    }

    private static boolean isTrue(UntypedTree condition) {
        return condition.anyText("status").equals("True");
    }

    private String reference() {
        return new ResourceName(object.getMetadata().getNamespace(), ObjectFieldReader.name(object)).toString();
    }

    private String uid() {
        return ObjectFieldReader.uid(object);
    }
}
