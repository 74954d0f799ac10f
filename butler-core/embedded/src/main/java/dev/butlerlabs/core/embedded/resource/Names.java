package dev.butlerlabs.core.embedded.resource;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** What a kind is called in paths, in objects and on command lines. */
public record Names(
        String plural,
        String singular,
        String kind,
        String listKind,
        List<String> shortNames,
        List<String> categories) {
    public Names {
        Objects.requireNonNull(plural, "plural");
        Objects.requireNonNull(singular, "singular");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(listKind, "listKind");
        shortNames = List.copyOf(shortNames);
        categories = List.copyOf(categories);
    }

    /** The names of a built-in kind. */
    static Names builtin(String plural, String kind, List<String> shortNames, List<String> categories) {
        return new Names(plural, kind.toLowerCase(Locale.ROOT), kind, kind + "List", shortNames, categories);
    }
}
