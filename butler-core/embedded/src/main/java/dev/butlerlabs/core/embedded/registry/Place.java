package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.resource.Resource;
import dev.butlerlabs.core.embedded.status.Subject;
import java.util.Objects;

/**
 * The key of an object.
 *
 * @param namespace empty for cluster-scoped resources
 */
public record Place(Resource resource, String namespace, String name) {
    public Place {
        Objects.requireNonNull(resource, "resource");
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
    }

    String key() {
        return resource.key(namespace, name);
    }

    public Subject subject() {
        return resource.subject(name);
    }

    Subject kindSubject() {
        return resource.kindSubject(name);
    }

    /** Compares by storage key, regardless of the version or the state of the resource type. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Place that && key().equals(that.key());
    }

    @Override
    public int hashCode() {
        return key().hashCode();
    }

    @Override
    public String toString() {
        return key();
    }
}
