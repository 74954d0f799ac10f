package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.Problem;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Flags that take a name. What cannot be one is refused, also where nobody would look for it. */
final class NameFlag {
    private static final Pattern FORM = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

    private NameFlag() {}

    /** A name as objects of Kubernetes have them. */
    static void check(String flag, Optional<String> typed) {
        typed.filter(text -> !FORM.matcher(text).matches()).ifPresent(text -> {
            throw ButlerException.invalid(
                    "The name is not understood.",
                    List.of(new Problem(
                            flag,
                            "'%s' is not understood".formatted(text),
                            "it takes lower-case letters, digits and dashes, such as team-a")));
        });
    }
}
