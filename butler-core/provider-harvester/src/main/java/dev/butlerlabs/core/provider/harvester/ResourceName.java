package dev.butlerlabs.core.provider.harvester;

import java.util.Objects;

/** A namespaced name, written as {@code namespace/name}. */
record ResourceName(String namespace, String name) {
    ResourceName {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
    }

    /** Parses {@code namespace/name}, or a name in the default namespace. */
    static ResourceName parse(String text, String usualNamespace) {
        int slash = text.indexOf('/');
        return slash < 0
                ? new ResourceName(usualNamespace, text)
                : new ResourceName(text.substring(0, slash), text.substring(slash + 1));
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
