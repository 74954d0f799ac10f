package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.ImageState;
import java.util.Comparator;
import java.util.OptionalInt;

/** A managed image as Azure describes it. Images have no time of creation. */
record ObservedAzureImage(JsonNode json) {
    /** Usable images, then others; by name, so that every process keeps the same one. */
    static final Comparator<ObservedAzureImage> KEPT_FIRST =
            Comparator.comparing(ObservedAzureImage::rank).thenComparing(ObservedAzureImage::id);

    private int rank() {
        return switch (state()) {
            case ImageState.Ready _ -> 0;
            case ImageState.Transferring _ -> 1;
            case ImageState.Failed _ -> 2;
            default -> 3;
        };
    }

    private String provisioningState() {
        return json.at("/properties/provisioningState").asText("");
    }

    boolean isLeaving() {
        return provisioningState().equals("Deleting");
    }

    /** Returns the resource ID, which is also the reference in the spec of a machine. */
    String id() {
        return json.path("id").asText("");
    }

    ImageState state() {
        return switch (provisioningState()) {
            case "Succeeded" -> new ImageState.Ready(id(), id());
            case "Failed", "Canceled" ->
                new ImageState.Failed(id(), "ImageImportFailed", "Azure could not create the image from its disk.");
            case "Deleting" -> new ImageState.Leaving(id());
            default -> new ImageState.Transferring(id(), OptionalInt.empty(), "Azure is creating the image");
        };
    }
}
