package dev.butlerlabs.core.config;

import dev.butlerlabs.core.error.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with an input, and apart from it what is merely doubtful. */
public final class Problems {
    private final List<Found> problems = new ArrayList<>();
    private final List<Found> warnings = new ArrayList<>();

    /** Something that must be mended. The same sentence about the same path is kept once. */
    public void report(SourcePosition position, String path, String sentence, String hint) {
        add(problems, new Found(position, path, new Problem(place(position, path), sentence, hint)));
    }

    /** Something that works, though it is hardly meant or seldom wise. */
    public void warn(SourcePosition position, String path, String sentence, String hint) {
        add(warnings, new Found(position, path, new Problem(place(position, path), sentence, hint)));
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

    private static void add(List<Found> all, Found found) {
        boolean known = all.stream()
                .anyMatch(other -> other.path().equals(found.path())
                        && other.problem().sentence().equals(found.problem().sentence()));
        if (!known) {
            all.add(found);
        }
    }

    private static String place(SourcePosition position, String path) {
        return (position + " " + path).strip();
    }

    private static List<Problem> ordered(List<Found> all) {
        return all.stream()
                .sorted(Comparator.comparing(Found::position))
                .map(Found::problem)
                .toList();
    }

    private record Found(SourcePosition position, String path, Problem problem) {}
}
