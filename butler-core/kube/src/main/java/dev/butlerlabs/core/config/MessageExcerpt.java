package dev.butlerlabs.core.config;

/** Formats input of a user for a message: on one line, without control characters, and with a maximum length. */
final class MessageExcerpt {
    private static final int LONGEST_TEXT = 60;
    private static final int LONGEST_SENTENCE = 200;

    private MessageExcerpt() {}

    static String text(String text) {
        return shortened(text, LONGEST_TEXT);
    }

    static String sentence(String text) {
        return shortened(text, LONGEST_SENTENCE);
    }

    private static String shortened(String text, int most) {
        String line = text.replaceAll("[\\p{Cc}\\p{Zl}\\p{Zp}]", " ");
        return line.codePointCount(0, line.length()) <= most
                ? line
                : line.substring(0, line.offsetByCodePoints(0, most)) + "…";
    }
}
