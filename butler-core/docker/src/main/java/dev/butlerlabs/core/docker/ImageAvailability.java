package dev.butlerlabs.core.docker;

/** Whether containers can be created from an image. */
public sealed interface ImageAvailability {
    /** The engine has the image. */
    record Present() implements ImageAvailability {}

    /** The registry has the image. */
    record Pullable() implements ImageAvailability {}

    /**
     * The registry has no such image, or denies access to it.
     *
     * @param message message of the engine
     */
    record Unavailable(String message) implements ImageAvailability {}

    /**
     * The registry could not be asked.
     *
     * @param message message of the engine
     */
    record Undetermined(String message) implements ImageAvailability {}
}
