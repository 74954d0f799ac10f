package dev.butlerlabs.core.provider;

import java.util.Objects;
import java.util.OptionalInt;

/** The observed state of an image. */
public sealed interface ImageState {
    /** It does not exist. */
    record Absent() implements ImageState {}

    /**
     * The infrastructure is downloading or importing the content.
     *
     * @param percent progress, if the infrastructure reports it
     * @param awaited what the infrastructure is doing, as a phrase
     */
    record Transferring(String providerId, OptionalInt percent, String awaited) implements ImageState {
        public Transferring {
            Objects.requireNonNull(providerId, "providerId");
            Objects.requireNonNull(percent, "percent");
            Objects.requireNonNull(awaited, "awaited");
        }
    }

    /**
     * It exists without content, or only temporary resources for its upload exist: an upload is running or was interrupted. {@link
     * ImageOperations#create} replaces it.
     */
    record Incomplete(String providerId) implements ImageState {
        public Incomplete {
            Objects.requireNonNull(providerId, "providerId");
        }
    }

    /**
     * Machines can use it.
     *
     * @param reference the image reference in the spec of a machine
     */
    record Ready(String providerId, String reference) implements ImageState {
        public Ready {
            Objects.requireNonNull(providerId, "providerId");
            Objects.requireNonNull(reference, "reference");
        }
    }

    /** The transfer failed. {@link ImageOperations#create} replaces the image. */
    record Failed(String providerId, String reason, String message) implements ImageState {
        public Failed {
            Objects.requireNonNull(providerId, "providerId");
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(message, "message");
        }
    }

    /** It is being deleted. */
    record Leaving(String providerId) implements ImageState {
        public Leaving {
            Objects.requireNonNull(providerId, "providerId");
        }
    }
}
