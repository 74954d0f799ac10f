package dev.butlerlabs.core.identity.access;

import java.util.Objects;
import java.util.Optional;

/**
 * A request that is permitted or not.
 *
 * @param resource the plural name, with a subresource after a slash
 * @param namespace empty for cluster-scoped resources
 */
public record AccessQuestion(
        String verb, String group, String resource, Optional<String> name, Optional<String> namespace) {
    public AccessQuestion {
        Objects.requireNonNull(verb, "verb");
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(resource, "resource");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(namespace, "namespace");
    }

    String plural() {
        return resource.split("/", 2)[0];
    }

    Optional<String> subresource() {
        return resource.contains("/") ? Optional.of(resource.split("/", 2)[1]) : Optional.empty();
    }

    /** Returns text such as {@code create tenantclusters.butler.butlerlabs.dev in namespace "payments"}. */
    @Override
    public String toString() {
        return "%s %s%s%s%s"
                .formatted(
                        verb,
                        resource,
                        group.isEmpty() ? "" : "." + group,
                        name.map(" \"%s\""::formatted).orElse(""),
                        namespace.map(" in namespace \"%s\""::formatted).orElse(""));
    }
}
