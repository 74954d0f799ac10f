package dev.butlerlabs.core.provider;

import java.util.Objects;

/**
 * A resource on the infrastructure with ownership tags of Butler.
 *
 * @param type provider-specific type: instance, volume, load balancer
 * @param name display name
 * @param providerId ID on the infrastructure
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
