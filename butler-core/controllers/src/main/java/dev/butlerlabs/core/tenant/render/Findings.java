package dev.butlerlabs.core.tenant.render;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is missing or wrong, collected so that all of it is told at once. */
final class Findings {
    private final List<Problem> problems = new ArrayList<>();

    /** Several parts may miss the same thing; it is told once. */
    void add(String path, String sentence) {
        Problem problem = new Problem(path, sentence);
        if (!problems.contains(problem)) {
            problems.add(problem);
        }
    }

    /** The value, or a finding and the stand-in that keeps the rendering going until everything is found. */
    <T> T require(Optional<T> value, T standIn, String path, String sentence) {
        if (value.isEmpty()) {
            add(path, sentence);
        }
        return value.orElse(standIn);
    }

    String require(Optional<String> value, String path, String sentence) {
        return require(value, "", path, sentence);
    }

    void throwIfAny(String name) {
        if (!problems.isEmpty()) {
            throw ButlerException.invalid(
                    "TenantCluster %s cannot be made as it is described.".formatted(name), problems);
        }
    }
}
