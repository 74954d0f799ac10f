package dev.butlerlabs.core.embedded.resource;

import java.util.Objects;

/**
 * The paths of the fields that the scale subresource reads; dotted, without a leading dot.
 *
 * @param selector the path of the serialized label selector; empty if there is none
 */
public record ScalePaths(String specReplicas, String statusReplicas, String selector) {
    public ScalePaths {
        Objects.requireNonNull(specReplicas, "specReplicas");
        Objects.requireNonNull(statusReplicas, "statusReplicas");
        Objects.requireNonNull(selector, "selector");
    }
}
