package dev.butlerlabs.core.docker;

import java.util.Map;
import java.util.Objects;

/** An existing volume. */
public record VolumeState(String name, Map<String, String> labels) {
    public VolumeState {
        Objects.requireNonNull(name, "name");
        labels = Map.copyOf(labels);
    }
}
