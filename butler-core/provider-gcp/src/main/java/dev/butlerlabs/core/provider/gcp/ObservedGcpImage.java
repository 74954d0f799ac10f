package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.ImageState;
import java.util.Comparator;
import java.util.OptionalInt;

/** An image as Compute Engine describes it. */
record ObservedGcpImage(JsonNode json) {
    /** The oldest usable image, then others. */
    static final Comparator<ObservedGcpImage> KEPT_FIRST = Comparator.comparing(ObservedGcpImage::rank)
            .thenComparing(image -> image.json().path("creationTimestamp").asText(""))
            .thenComparing(image -> image.json().path("name").asText(""));

    private int rank() {
        return switch (status()) {
            case "READY" -> 0;
            case "PENDING" -> 1;
            case "FAILED" -> 2;
            default -> 3;
        };
    }

    private String status() {
        return json.path("status").asText("");
    }

    boolean isLeaving() {
        return status().equals("DELETING");
    }

    /** Returns the path from projects/ on, which is also the reference in the spec of a machine. */
    String path() {
        return GcpSettings.relative(json.path("selfLink").asText(""));
    }

    ImageState state() {
        return switch (status()) {
            case "READY" -> new ImageState.Ready(path(), path());
            case "FAILED" ->
                new ImageState.Failed(path(), "ImageImportFailed", "Google Cloud could not import the image.");
            case "DELETING" -> new ImageState.Leaving(path());
            default -> new ImageState.Transferring(path(), OptionalInt.empty(), "Google Cloud is importing the image");
        };
    }
}
