package dev.butlerlabs.core.progress;

/** Formats a count with its noun. */
public final class CountFormatter {
    private CountFormatter() {}

    /** Returns text such as {@code 1 node} or {@code 3 nodes}, for nouns with a plural in s. */
    public static String of(long count, String noun) {
        return count + " " + (count == 1 ? noun : noun + "s");
    }

    /** Returns text such as {@code 1 node is} or {@code 3 nodes are}. */
    public static String are(long count, String noun) {
        return of(count, noun) + (count == 1 ? " is" : " are");
    }
}
