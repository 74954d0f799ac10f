package dev.butlerlabs.core.embedded.resource;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The names of a resource type in paths, objects and on the command line. */
public record ResourceNames(
        String plural,
        String singular,
        String kind,
        String listKind,
        List<String> shortNames,
        List<String> categories) {
    public ResourceNames {
        Objects.requireNonNull(plural, "plural");
        Objects.requireNonNull(singular, "singular");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(listKind, "listKind");
        shortNames = List.copyOf(shortNames);
        categories = List.copyOf(categories);
    }

    /** Returns the names of a built-in resource type. */
    static ResourceNames builtin(String plural, String kind, List<String> shortNames, List<String> categories) {
        return new ResourceNames(plural, kind.toLowerCase(Locale.ROOT), kind, kind + "List", shortNames, categories);
    }
}
