package dev.butlerlabs.core.config;

/** Pieces of somebody's file as they appear in a message: on one line, without what a terminal would obey, and not for ever. */
final class Shown {
    private static final int LONGEST_TEXT = 60;
    private static final int LONGEST_SENTENCE = 200;

    private Shown() {}

    static String text(String text) {
        return shortened(text, LONGEST_TEXT);
    }

    static String sentence(String text) {
        return shortened(text, LONGEST_SENTENCE);
    }

    private static String shortened(String text, int most) {
        String line = text.replaceAll("\\p{Cc}", " ");
        return line.codePointCount(0, line.length()) <= most
                ? line
                : line.substring(0, line.offsetByCodePoints(0, most)) + "…";
    }
}
