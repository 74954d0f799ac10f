package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.status.ApiStatusSubject;
import java.util.Objects;

/**
 * The key of an object.
 *
 * @param namespace empty for cluster-scoped resources
 */
public record ObjectKey(ServedResource resource, String namespace, String name) {
    public ObjectKey {
        Objects.requireNonNull(resource, "resource");
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
    }

    String key() {
        return resource.key(namespace, name);
    }

    public ApiStatusSubject subject() {
        return resource.subject(name);
    }

    ApiStatusSubject kindSubject() {
        return resource.kindSubject(name);
    }

    /** Compares by storage key, regardless of the version or the state of the resource type. */
    @Override
    public boolean equals(Object other) {
        return other instanceof ObjectKey that && key().equals(that.key());
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
