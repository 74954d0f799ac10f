package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.provider.ImageState;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import software.amazon.awssdk.services.ec2.model.BlockDeviceMapping;
import software.amazon.awssdk.services.ec2.model.EbsBlockDevice;
import software.amazon.awssdk.services.ec2.model.Image;

/** An image of Butler as EC2 describes it. */
record ObservedAmi(Image image) {
    private static final String AVAILABLE = "available";
    private static final Set<String> IN_WORK = Set.of("pending", "transient");

    /** Returns the image to keep: the oldest one that did not fail, otherwise the oldest. */
    static Optional<ObservedAmi> kept(List<Image> oldestFirst) {
        return oldestFirst.stream().map(ObservedAmi::new).min(Comparator.comparing(ObservedAmi::isFailed));
    }

    String id() {
        return image.imageId();
    }

    boolean isFailed() {
        return !AVAILABLE.equals(image.stateAsString()) && !IN_WORK.contains(String.valueOf(image.stateAsString()));
    }

    List<String> snapshots() {
        return image.blockDeviceMappings().stream()
                .map(BlockDeviceMapping::ebs)
                .flatMap(ebs -> Optional.ofNullable(ebs).map(EbsBlockDevice::snapshotId).stream())
                .toList();
    }

    ImageState state() {
        if (AVAILABLE.equals(image.stateAsString())) {
            return new ImageState.Ready(id(), id());
        }
        if (isFailed()) {
            return new ImageState.Failed(
                    id(),
                    "ImageImportFailed",
                    "The image %s has the state %s%s."
                            .formatted(
                                    id(),
                                    image.stateAsString(),
                                    Optional.ofNullable(image.stateReason())
                                            .map(reason -> ": " + reason.message())
                                            .orElse("")));
        }
        return new ImageState.Transferring(id(), OptionalInt.empty(), "EC2 is processing the image");
    }
}
