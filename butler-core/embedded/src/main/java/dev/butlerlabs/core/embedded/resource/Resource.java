package dev.butlerlabs.core.embedded.resource;

import dev.butlerlabs.core.embedded.status.Subject;
import java.util.Objects;
import java.util.Set;

/**
 * One kind of object at one version, as it is served.
 *
 * @param storage the version its objects are stored at; the others differ from it by name only
 * @param head how its objects begin where they are stored at this version
 * @param deprecation what clients are warned of; empty when the version is here to stay
 * @param origin the name of the custom resource definition it comes from; empty for a built-in kind
 */
public record Resource(
        GroupVersion groupVersion,
        GroupVersion storage,
        Names names,
        boolean namespaced,
        Set<Verb> verbs,
        Behaviour behaviour,
        Strategy strategy,
        Shape shape,
        Presentation presentation,
        Head head,
        String deprecation,
        String origin) {

    public Resource {
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

    /** Where all its objects live in the store, whatever the version. */
    public String prefix() {
        return "/" + (storage.group().isEmpty() ? "core" : storage.group()) + "/" + names.plural() + "/";
    }

    /** Where its objects of one namespace live; of all namespaces when empty. */
    public String prefix(String namespace) {
        return namespace.isEmpty() ? prefix() : prefix() + namespace + "/";
    }

    public String key(String namespace, String name) {
        return prefix(namespace) + name;
    }

    /** How refusals name an object found by path: {@code widgets.example.com "a"}. */
    public Subject subject(String name) {
        return new Subject(group(), plural(), name);
    }

    /** How refusals name an object whose fields are wrong: {@code Widget.example.com "a"}. */
    public Subject kindSubject(String name) {
        return new Subject(group(), kind(), name);
    }

    @Override
    public String toString() {
        return apiVersion() + " " + kind();
    }
}
