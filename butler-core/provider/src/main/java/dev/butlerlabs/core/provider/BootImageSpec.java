package dev.butlerlabs.core.provider;

import java.util.Objects;

/**
 * The desired image.
 *
 * @param name name on the infrastructure, for people
 */
public record BootImageSpec(ImageId id, String name, ImageSource source) {
    public BootImageSpec {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(source, "source");
    }
}
