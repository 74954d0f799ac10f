package dev.butlerlabs.core.talos.config;

import java.util.Map;

/**
 * Identifies a document of a configuration.
 *
 * @param kind empty for the main document
 * @param name empty for kinds with a single document
 */
public record DocumentId(String apiVersion, String kind, String name) {
    public static final DocumentId MAIN = new DocumentId("", "", "");

    public static DocumentId of(Map<?, ?> document) {
        return document.containsKey("kind") || document.containsKey("apiVersion")
                ? new DocumentId(text(document, "apiVersion"), text(document, "kind"), text(document, "name"))
                : MAIN;
    }

    private static String text(Map<?, ?> document, String key) {
        Object value = document.get(key);
        return value == null ? "" : value.toString();
    }

    public boolean isMain() {
        return kind.isEmpty();
    }

    /** Returns the prefix of paths in this document; empty for the main one. */
    public String path() {
        return name.isEmpty() ? kind : kind + "/" + name;
    }

    @Override
    public String toString() {
        return isMain() ? "the main document" : path();
    }
}
