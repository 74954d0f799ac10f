package dev.butlerlabs.core.cli.output;

/** Computes the terminal columns of a text: East Asian characters and emoji take two, combining marks none. */
public final class DisplayWidth {
    private static final int ZERO_WIDTH_JOINER = 0x200D;
    private static final int EMOJI_VARIATION = 0xFE0F;

    private DisplayWidth() {}

    public static int of(String text) {
        if (isAscii(text)) {
            return text.length();
        }
        int width = 0;
        int before = -1;
        int beforeWidth = 0;
        for (int point : text.codePoints().toArray()) {
            int own = widthAfter(before, beforeWidth, point);
            width += own;
            beforeWidth = own == 0 ? beforeWidth : own;
            before = point;
        }
        return width;
    }

    /** Returns whether every character is ASCII and so takes one column. */
    static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    /** Returns the length of the longest prefix that fits this many columns, in chars. Marks stay with their character. */
    public static int prefix(String text, int columns) {
        int width = 0;
        int before = -1;
        int beforeWidth = 0;
        int index = 0;
        while (index < text.length()) {
            int point = text.codePointAt(index);
            int own = widthAfter(before, beforeWidth, point);
            if (width + own > columns) {
                return index;
            }
            width += own;
            beforeWidth = own == 0 ? beforeWidth : own;
            before = point;
            index += Character.charCount(point);
        }
        return index;
    }

    private static int widthAfter(int before, int beforeWidth, int point) {
        if (point == EMOJI_VARIATION) {
            return before >= 0 && beforeWidth == 1 && Character.isEmoji(before) ? 1 : 0;
        }
        boolean joined = before == ZERO_WIDTH_JOINER || (before >= 0 && Character.isEmojiModifier(point));
        return joined || isMark(point) ? 0 : isWide(point) ? 2 : 1;
    }

    private static boolean isMark(int point) {
        return switch (Character.getType(point)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> true;
            default -> false;
        };
    }

    private static boolean isWide(int point) {
        if (point < 0x1100) {
            return false;
        }
        boolean flagHalf = point >= 0x1F1E6 && point <= 0x1F1FF;
        return !flagHalf && (Character.isEmojiPresentation(point) || isEastAsianWide(point));
    }

    private static boolean isEastAsianWide(int point) {
        return between(point, 0x1100, 0x115F)
                || between(point, 0x2E80, 0x303E)
                || between(point, 0x3041, 0x4DBF)
                || between(point, 0x4E00, 0xA4CF)
                || between(point, 0xA960, 0xA97F)
                || between(point, 0xAC00, 0xD7A3)
                || between(point, 0xF900, 0xFAFF)
                || between(point, 0xFE30, 0xFE6F)
                || between(point, 0xFF00, 0xFF60)
                || between(point, 0xFFE0, 0xFFE6)
                || between(point, 0x20000, 0x3FFFD);
    }

    private static boolean between(int point, int first, int last) {
        return point >= first && point <= last;
    }
}
