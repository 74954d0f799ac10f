package dev.butlerlabs.core.helm;

import java.util.Objects;

/** The namespace and name of a Helm release. Immutable. */
public record ReleaseName(String namespace, String name) {
    public ReleaseName {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
