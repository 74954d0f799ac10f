package dev.butlerlabs.core.cli.output;

/** Text in quotes with escape sequences such as {@code \n}, {@code \t} and {@code \u00e9}, and back. */
public final class QuotedText {
    private QuotedText() {}

    /**
     * Replaces the escape sequences of a text between quotes.
     *
     * @throws TemplateException for an unknown sequence
     */
    public static String unescape(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character != '\\') {
                plain.append(character);
                continue;
            }
            if (++i == text.length()) {
                throw new TemplateException("a text ends with a single backslash");
            }
            char kind = text.charAt(i);
            switch (kind) {
                case 'n' -> plain.append('\n');
                case 't' -> plain.append('\t');
                case 'r' -> plain.append('\r');
                case 'a' -> plain.append('\u0007');
                case 'b' -> plain.append('\b');
                case 'f' -> plain.append('\f');
                case 'v' -> plain.append('\u000b');
                case '\\', '"', '\'' -> plain.append(kind);
                case 'x', 'u', 'U' -> {
                    int digits = kind == 'x' ? 2 : kind == 'u' ? 4 : 8;
                    plain.appendCodePoint(codePoint(text, i + 1, digits));
                    i += digits;
                }
                default -> throw new TemplateException("unknown escape sequence \\%c in a text".formatted(kind));
            }
        }
        return plain.toString();
    }

    private static int codePoint(String text, int start, int digits) {
        try {
            return Integer.parseInt(text, start, start + digits, 16);
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw new TemplateException("an escape sequence in a text needs %d hexadecimal digits".formatted(digits));
        }
    }

    /** Returns a text in double quotes with escape sequences. */
    public static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(point -> {
            switch (point) {
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                case '\r' -> quoted.append("\\r");
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                default -> {
                    if (Character.isISOControl(point)) {
                        quoted.append("\\x%02x".formatted(point));
                    } else {
                        quoted.appendCodePoint(point);
                    }
                }
            }
        });
        return quoted.append('"').toString();
    }
}
