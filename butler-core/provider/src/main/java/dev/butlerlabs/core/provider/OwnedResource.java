package dev.butlerlabs.core.provider;

import java.util.Objects;

/**
 * Something on the infrastructure that carries Butler's mark.
 *
 * @param type what it is, in the infrastructure's words: instance, volume, load balancer
 * @param name what people call it
 * @param providerId what the infrastructure calls it
 */
public record OwnedResource(String type, String name, String providerId, OwnerId owner) {
    public OwnedResource {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(providerId, "providerId");
        Objects.requireNonNull(owner, "owner");
    }

    @Override
    public String toString() {
        return "%s %s (%s)".formatted(type, name, providerId);
    }
}
