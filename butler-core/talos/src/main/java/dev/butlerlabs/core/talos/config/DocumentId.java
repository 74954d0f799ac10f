package dev.butlerlabs.core.talos.config;

import java.util.Map;

/**
 * What tells one document of a configuration from the others.
 *
 * @param kind empty for the main document
 * @param name empty for kinds of which there is only one document
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

    /** How paths into this document begin; empty for the main one. */
    public String path() {
        return name.isEmpty() ? kind : kind + "/" + name;
    }

    @Override
    public String toString() {
        return isMain() ? "the main document" : path();
    }
}
