package dev.butlerlabs.core.config;

import dev.butlerlabs.core.error.Problem;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what is wrong with an input, and apart from it what is merely doubtful. */
public final class Problems {
    private final Map<String, Found> problems = new LinkedHashMap<>();
    private final Map<String, Found> warnings = new LinkedHashMap<>();

    /** Something that must be mended. The same sentence about the same path is kept once. */
    public void report(SourcePosition position, String path, String sentence, String hint) {
        problems.putIfAbsent(path + "\n" + sentence, found(position, path, sentence, hint));
    }

    /** Something that works, though it is hardly meant or seldom wise. */
    public void warn(SourcePosition position, String path, String sentence, String hint) {
        warnings.putIfAbsent(path + "\n" + sentence, found(position, path, sentence, hint));
    }

    public boolean isEmpty() {
        return problems.isEmpty();
    }

    /** Every problem, in the order of the text. */
    public List<Problem> problems() {
        return ordered(problems);
    }

    /** Every warning, in the order of the text. */
    public List<Problem> warnings() {
        return ordered(warnings);
    }

    private static Found found(SourcePosition position, String path, String sentence, String hint) {
        return new Found(position, new Problem(place(position, path), sentence, hint));
    }

    private static String place(SourcePosition position, String path) {
        return (position + " " + path).strip();
    }

    private static List<Problem> ordered(Map<String, Found> all) {
        return all.values().stream()
                .sorted(Comparator.comparing(Found::position))
                .map(Found::problem)
                .toList();
    }

    private record Found(SourcePosition position, Problem problem) {}
}
