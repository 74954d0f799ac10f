package dev.butlerlabs.core.gitops;

import dev.butlerlabs.core.tree.UntypedTree;
import java.util.Objects;

/**
 * The identity of an object in the inventory of a Kustomization.
 *
 * @param namespace empty for cluster-scoped objects
 * @param group empty for the core API
 */
record InventoryId(String namespace, String name, String group, String kind) {
    InventoryId {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(kind, "kind");
    }

    static InventoryId of(UntypedTree manifest) {
        String version = manifest.anyText("apiVersion");
        return new InventoryId(
                manifest.anyText("metadata.namespace"),
                manifest.anyText("metadata.name"),
                version.contains("/") ? version.substring(0, version.indexOf('/')) : "",
                manifest.anyText("kind"));
    }

    /** Parses the form of Flux. Names of RBAC objects contain {@code __} in place of a colon. */
    static InventoryId parse(String id) {
        int kind = id.lastIndexOf('_');
        int group = id.lastIndexOf('_', kind - 1);
        int namespace = id.indexOf('_');
        if (namespace < 0 || group <= namespace) {
            return new InventoryId("", id, "", "");
        }
        return new InventoryId(
                id.substring(0, namespace),
                id.substring(namespace + 1, group).replace("__", ":"),
                id.substring(group + 1, kind),
                id.substring(kind + 1));
    }

    /** Returns kind and name for messages. */
    String text() {
        return (kind + " " + (namespace.isEmpty() ? "" : namespace + "/") + name).strip();
    }

    /** Returns the form of Flux. */
    @Override
    public String toString() {
        return String.join("_", namespace, name.replace(":", "__"), group, kind);
    }
}
