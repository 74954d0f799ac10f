package dev.butlerlabs.core.provider;

/**
 * Manages boot images on infrastructures that can import them. An image is identified by the digest of its content in an ownership
 * tag, never by its name; it is shared by all clusters and has no owner. Thread-safe. All methods throw {@link
 * dev.butlerlabs.core.error.ButlerException}.
 */
public interface ImageOperations {
    /**
     * Returns whether the infrastructure supports images with content that Butler uploads. {@link ImageArtifact#uploadOnly} defines whether
     * it requires that.
     */
    default boolean canUpload() {
        return false;
    }

    /** Returns the state of an image. An image without the ownership tag of this ID is {@link ImageState.Absent}. */
    ImageState observe(ImageId id);

    /**
     * Creates an image. Idempotent, even if the response to an earlier call was lost: an existing image with this ID is adopted,
     * a failed or incomplete one is replaced, and of several the oldest is kept.
     *
     * <p>With {@link ImageSource.Download} it returns as soon as the download is requested. With {@link ImageSource.Upload} it
     * returns when the content is uploaded; two uploads of one image must not run at the same time. If the thread is interrupted, the
     * upload stops.
     *
     * @throws dev.butlerlabs.core.error.ButlerException with {@code FOREIGN_RESOURCE} if another image has the name, or with {@code
     *     NOT_OFFERED} if the infrastructure does not support the source
     */
    ImageState create(BootImageSpec spec);

    /**
     * Deletes an image. Idempotent: succeeds if it does not exist. Deletion is asynchronous; {@link #observe} returns {@link
     * ImageState.Absent} when it has finished.
     */
    void delete(ImageId id);

    /**
     * Deletes temporary resources that a transfer left behind, such as an uploaded file after the infrastructure has imported it. Called
     * while the image is {@link ImageState.Ready}. Idempotent.
     */
    default void cleanUp(ImageId id) {
        // Most infrastructures need no temporary resources.
    }
}
