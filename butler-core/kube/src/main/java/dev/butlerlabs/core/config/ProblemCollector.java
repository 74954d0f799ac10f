package dev.butlerlabs.core.config;

import dev.butlerlabs.core.error.InputProblem;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the problems and warnings of an input. Not thread-safe. */
public final class ProblemCollector {
    private final Map<String, Found> problems = new LinkedHashMap<>();
    private final Map<String, Found> warnings = new LinkedHashMap<>();

    /** Adds a problem that the user must fix. Duplicates are dropped. */
    public void report(SourcePosition position, String path, String sentence, String hint) {
        problems.putIfAbsent(path + "\n" + sentence, found(position, path, sentence, hint));
    }

    /** Adds a warning: a value that is valid but probably not intended. */
    public void warn(SourcePosition position, String path, String sentence, String hint) {
        warnings.putIfAbsent(path + "\n" + sentence, found(position, path, sentence, hint));
    }

    public boolean isEmpty() {
        return problems.isEmpty();
    }

    /** Returns every problem, in the order of the text. */
    public List<InputProblem> problems() {
        return ordered(problems);
    }

    /** Returns every warning, in the order of the text. */
    public List<InputProblem> warnings() {
        return ordered(warnings);
    }

    private static Found found(SourcePosition position, String path, String sentence, String hint) {
        return new Found(position, new InputProblem(place(position, path), sentence, hint));
    }

    private static String place(SourcePosition position, String path) {
        return (position + " " + path).strip();
    }

    private static List<InputProblem> ordered(Map<String, Found> all) {
        return all.values().stream()
                .sorted(Comparator.comparing(Found::position))
                .map(Found::problem)
                .toList();
    }

    private record Found(SourcePosition position, InputProblem problem) {}
}
