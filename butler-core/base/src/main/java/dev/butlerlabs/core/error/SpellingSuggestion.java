package dev.butlerlabs.core.error;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Suggests the known word that is closest to a misspelt one. */
public final class SpellingSuggestion {
    private SpellingSuggestion() {}

    public static Optional<String> to(String typed, Collection<String> known) {
        return known.stream()
                .filter(word -> distance(typed, word) <= tolerance(typed, word))
                .min(Comparator.<String>comparingInt(word -> distance(typed, word))
                        .thenComparing(word -> word));
    }

    /**
     * Returns the maximum distance of a suggestion. Short words are close to many others, so few differences are accepted; an
     * abbreviation may miss the letters it leaves out.
     */
    private static int tolerance(String typed, String word) {
        int letters = typed.replace("-", "").length();
        boolean abbreviation = letters >= 2 && word.startsWith(typed);
        return abbreviation ? word.length() - typed.length() : letters <= 2 ? 1 : letters <= 5 ? 2 : 3;
    }

    /** Returns the number of insertions, deletions, replacements and transpositions of neighbours. */
    static int distance(String from, String to) {
        int[][] cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : step(from, to, cost, i, j);
            }
        }
        return cost[from.length()][to.length()];
    }

    private static int step(String from, String to, int[][] cost, int i, int j) {
        boolean same = from.charAt(i - 1) == to.charAt(j - 1);
        int best = Math.min(cost[i - 1][j - 1] + (same ? 0 : 1), 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
