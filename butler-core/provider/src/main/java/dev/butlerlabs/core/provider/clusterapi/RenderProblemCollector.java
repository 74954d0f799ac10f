package dev.butlerlabs.core.provider.clusterapi;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects problems, so that all of them are reported at once. Not thread-safe: use one for each rendering. */
public final class RenderProblemCollector {
    private final List<InputProblem> problems = new ArrayList<>();

    /** Adds a problem once, even if several objects report it. */
    public void add(String path, String sentence) {
        InputProblem problem = new InputProblem(path, sentence);
        if (!problems.contains(problem)) {
            problems.add(problem);
        }
    }

    /** Returns the value. If it is missing, adds a problem and returns the default, so that rendering continues and finds all problems. */
    public <T> T require(Optional<T> value, T standIn, String path, String sentence) {
        if (value.isEmpty()) {
            add(path, sentence);
        }
        return value.orElse(standIn);
    }

    public String require(Optional<String> value, String path, String sentence) {
        return require(value, "", path, sentence);
    }

    public void throwIfAny(String name) {
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid TenantCluster %s.".formatted(name), problems);
        }
    }
}
