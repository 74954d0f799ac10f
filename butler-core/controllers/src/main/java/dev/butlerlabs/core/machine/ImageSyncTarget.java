package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.ImageId;
import java.util.Objects;

/**
 * An image on the infrastructure of a ProviderConfig. ImageSyncs with the same target share one image. Immutable.
 *
 * @param config namespace and name of the ProviderConfig
 */
public record ImageSyncTarget(ObjectName config, ImageId image) {
    public ImageSyncTarget {
        Objects.requireNonNull(config, "config");
        Objects.requireNonNull(image, "image");
    }

    /** Returns the target of an ImageSync, with the defaults of its fields. */
    public static ImageSyncTarget of(ImageSync sync) {
        ImageSyncReconcileContext context = new ImageSyncReconcileContext(sync);
        return new ImageSyncTarget(context.config(), context.id());
    }
}
