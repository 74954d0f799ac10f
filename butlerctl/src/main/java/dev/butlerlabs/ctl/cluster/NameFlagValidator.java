package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Validates flags that take the name of a Kubernetes object. Invalid names fail here, also where no lookup would fail
 * later.
 */
final class NameFlagValidator {
    private static final Pattern FORM = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

    private NameFlagValidator() {}

    /**
     * Checks a name against RFC 1123.
     *
     * @throws ButlerException if the name is invalid
     */
    static void check(String flag, Optional<String> typed) {
        typed.filter(text -> !FORM.matcher(text).matches()).ifPresent(text -> {
            throw ButlerException.invalid(
                    "Invalid name:",
                    List.of(new InputProblem(
                            flag,
                            "invalid value \"%s\"".formatted(text),
                            "must consist of lowercase letters, digits and dashes, such as team-a")));
        });
    }
}
