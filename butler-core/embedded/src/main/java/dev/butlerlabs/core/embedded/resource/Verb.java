package dev.butlerlabs.core.embedded.resource;

import java.util.EnumSet;
import java.util.Set;

/** The verbs of a resource, as in discovery. */
public enum Verb {
    CREATE("create"),
    DELETE("delete"),
    DELETE_COLLECTION("deletecollection"),
    GET("get"),
    LIST("list"),
    PATCH("patch"),
    UPDATE("update"),
    WATCH("watch");

    /** All verbs, which most resource types support. */
    public static final Set<Verb> ALL = Set.copyOf(EnumSet.allOf(Verb.class));

    private final String word;

    Verb(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
