package dev.butlerlabs.image;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The content and configuration of an image. Equal specifications with equal files lead to the same digest.
 *
 * @param reference the name and tag, such as {@code ghcr.io/butlerdotdev/butler-controllers:0.1.0}
 * @param architecture in the spelling of OCI, such as {@code amd64}
 * @param created the creation time in the image configuration
 */
record ImageSpec(
        String reference,
        String architecture,
        Instant created,
        List<String> entryPoint,
        Map<String, String> labels,
        List<ImageLayer> layers) {
    ImageSpec {
        entryPoint = List.copyOf(entryPoint);
        labels = Map.copyOf(labels);
        layers = List.copyOf(layers);
    }
}
