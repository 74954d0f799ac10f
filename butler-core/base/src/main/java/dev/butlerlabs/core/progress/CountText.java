package dev.butlerlabs.core.progress;

/** Formats a count with its noun for people. */
public final class CountText {
    private CountText() {}

    /** Such as {@code 1 node} or {@code 3 nodes}; for nouns that take an s in the plural. */
    public static String of(long count, String noun) {
        return count + " " + (count == 1 ? noun : noun + "s");
    }

    /** Such as {@code 1 node is} or {@code 3 nodes are}. */
    public static String are(long count, String noun) {
        return of(count, noun) + (count == 1 ? " is" : " are");
    }
}
