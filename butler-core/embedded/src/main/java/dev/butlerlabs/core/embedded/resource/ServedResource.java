package dev.butlerlabs.core.embedded.resource;

import dev.butlerlabs.core.embedded.status.ApiStatusSubject;
import java.util.Objects;
import java.util.Set;

/**
 * A resource type in one served version.
 *
 * @param storage the storage version; without a conversion by the strategy, other versions differ from it only in their apiVersion
 * @param head the first bytes of objects stored in this version
 * @param deprecation the deprecation warning for clients; empty if the version is not deprecated
 * @param origin the name of the CRD that defines it; empty for a built-in resource type
 */
public record ServedResource(
        GroupVersion groupVersion,
        GroupVersion storage,
        ResourceNames names,
        boolean namespaced,
        Set<ResourceVerb> verbs,
        ResourceBehavior behaviour,
        ResourceStrategy strategy,
        ResourceSchema shape,
        ResourceTableColumns presentation,
        StoredObjectPrefix head,
        String deprecation,
        String origin) {

    public ServedResource {
        Objects.requireNonNull(groupVersion, "groupVersion");
        Objects.requireNonNull(storage, "storage");
        Objects.requireNonNull(names, "names");
        Objects.requireNonNull(behaviour, "behaviour");
        Objects.requireNonNull(strategy, "strategy");
        Objects.requireNonNull(shape, "shape");
        Objects.requireNonNull(presentation, "presentation");
        Objects.requireNonNull(head, "head");
        Objects.requireNonNull(deprecation, "deprecation");
        Objects.requireNonNull(origin, "origin");
        verbs = Set.copyOf(verbs);
    }

    public String kind() {
        return names.kind();
    }

    public String plural() {
        return names.plural();
    }

    public String group() {
        return groupVersion.group();
    }

    public String apiVersion() {
        return groupVersion.apiVersion();
    }

    public boolean isCustom() {
        return !origin.isEmpty();
    }

    /** Returns the key prefix of all its objects in the store, regardless of the version. */
    public String prefix() {
        return "/" + (storage.group().isEmpty() ? "core" : storage.group()) + "/" + names.plural() + "/";
    }

    /** Returns the key prefix of its objects in a namespace; in all namespaces if empty. */
    public String prefix(String namespace) {
        return namespace.isEmpty() ? prefix() : prefix() + namespace + "/";
    }

    public String key(String namespace, String name) {
        return prefix(namespace) + name;
    }

    /** Returns how errors name an object found by path: {@code widgets.example.com "a"}. */
    public ApiStatusSubject subject(String name) {
        return new ApiStatusSubject(group(), plural(), name);
    }

    /** Returns how errors name an object with invalid fields: {@code Widget.example.com "a"}. */
    public ApiStatusSubject kindSubject(String name) {
        return new ApiStatusSubject(group(), kind(), name);
    }

    @Override
    public String toString() {
        return apiVersion() + " " + kind();
    }
}
