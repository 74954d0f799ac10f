package dev.butlerlabs.core.cli.identity;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Formats constants of the API for people. Pure functions. */
public final class EnumWord {
    private EnumWord() {}

    /** Returns {@code Ready} for READY, {@code OK} as it is, and a dash if there is none. */
    public static String of(Optional<? extends Enum<?>> constant) {
        return constant.map(Enum::name).map(EnumWord::word).orElse("-");
    }

    private static String word(String name) {
        return name.length() <= 2
                ? name
                : Arrays.stream(name.split("_"))
                        .map(part -> part.charAt(0) + part.substring(1).toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining());
    }
}
