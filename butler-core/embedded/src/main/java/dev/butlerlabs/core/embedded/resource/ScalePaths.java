package dev.butlerlabs.core.embedded.resource;

import java.util.Objects;

/**
 * Where an object keeps the numbers its scale shows; dotted paths without a leading dot.
 *
 * @param selector the path of the serialized label selector; empty when there is none
 */
public record ScalePaths(String specReplicas, String statusReplicas, String selector) {
    public ScalePaths {
        Objects.requireNonNull(specReplicas, "specReplicas");
        Objects.requireNonNull(statusReplicas, "statusReplicas");
        Objects.requireNonNull(selector, "selector");
    }
}
