package dev.butlerlabs.core.embedded.resource;

import java.util.EnumSet;
import java.util.Set;

/** What can be done with a resource, in the words of discovery. */
public enum Verb {
    CREATE("create"),
    DELETE("delete"),
    DELETE_COLLECTION("deletecollection"),
    GET("get"),
    LIST("list"),
    PATCH("patch"),
    UPDATE("update"),
    WATCH("watch");

    /** Everything an ordinary kind allows. */
    public static final Set<Verb> ALL = Set.copyOf(EnumSet.allOf(Verb.class));

    private final String word;

    Verb(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
