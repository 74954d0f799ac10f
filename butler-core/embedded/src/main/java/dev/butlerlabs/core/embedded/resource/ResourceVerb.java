package dev.butlerlabs.core.embedded.resource;

import java.util.EnumSet;
import java.util.Set;

/** The verbs of a resource, as in discovery. */
public enum ResourceVerb {
    CREATE("create"),
    DELETE("delete"),
    DELETE_COLLECTION("deletecollection"),
    GET("get"),
    LIST("list"),
    PATCH("patch"),
    UPDATE("update"),
    WATCH("watch");

    /** All verbs, which most resource types support. */
    public static final Set<ResourceVerb> ALL = Set.copyOf(EnumSet.allOf(ResourceVerb.class));

    private final String word;

    ResourceVerb(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
