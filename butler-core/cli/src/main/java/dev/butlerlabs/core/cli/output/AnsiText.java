package dev.butlerlabs.core.cli.output;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Measures and cuts one-line texts that may contain colors of {@link TerminalColors}. */
public final class AnsiText {
    private static final Pattern COLOR = Pattern.compile("\u001b\\[[0-9;]*m");
    private static final String RESET = "\u001b[0m";
    private static final String ELLIPSIS = "…";
    private static final int WIDEST_CHARACTER = 2;

    private AnsiText() {}

    /** Replaces line breaks and control characters by spaces, so that a value cannot affect the terminal. */
    public static String plain(String text) {
        if (isPlain(text)) {
            return text;
        }
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints().map(point -> isBreak(point) ? ' ' : point).forEach(clean::appendCodePoint);
        return clean.toString();
    }

    /** Nearly all texts are: they are not copied. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isBreak(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isBreak(int point) {
        return Character.isISOControl(point) || point == '\u2028' || point == '\u2029';
    }

    /** Returns the text without colors. */
    public static String withoutColor(String text) {
        return COLOR.matcher(text).replaceAll("");
    }

    /** Returns the number of terminal columns. */
    public static int width(String text) {
        return DisplayWidth.of(withoutColor(text));
    }

    /** Cuts a text to a number of columns. A cut text ends with an ellipsis. */
    public static String cut(String text, int columns) {
        // Color codes are ASCII as well, and take no column.
        if ((text.length() <= columns && DisplayWidth.isAscii(text)) || width(text) <= columns) {
            return text;
        }
        return columns < 1 ? "" : head(text, columns - 1) + ELLIPSIS;
    }

    /** Returns the part of a text in the first columns, with colors closed. */
    private static String head(String text, int columns) {
        StringBuilder head = new StringBuilder();
        Matcher color = COLOR.matcher(text);
        int index = 0;
        int left = columns;
        boolean isColored = false;
        while (index < text.length()) {
            boolean isFound = color.find(index);
            String piece = text.substring(index, isFound ? color.start() : text.length());
            int length = DisplayWidth.prefix(piece, left);
            head.append(piece, 0, length);
            if (length < piece.length() || !isFound) {
                break;
            }
            left -= DisplayWidth.of(piece);
            head.append(color.group());
            isColored = !color.group().equals(RESET);
            index = color.end();
        }
        return isColored ? head.append(RESET).toString() : head.toString();
    }

    /** Cuts or pads a text to exactly a number of columns. */
    public static String pad(String text, int columns) {
        String cut = cut(text, columns);
        return cut + " ".repeat(Math.max(0, columns - width(cut)));
    }

    /** Returns two texts on one line, the second at its right end. The first one is cut if there is not enough space. */
    public static String justify(String left, String right, int columns) {
        int space = columns - width(right) - 1;
        return space < 1 ? cut(left, columns) : pad(left, space) + " " + right;
    }

    /**
     * Breaks a text into lines at spaces. Words longer than a line are broken.
     *
     * @param indent start of each line but the first
     */
    public static List<String> wrap(String text, int columns, String indent) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        String prefix = "";
        while (width(prefix + rest) > columns) {
            int space = Math.max(1, columns - width(prefix));
            int end = Math.max(1, prefixLength(rest, space));
            int breakAt = rest.lastIndexOf(' ', Math.min(end, rest.length() - 1));
            int cut = breakAt > leadingSpaces(rest) ? breakAt : end;
            lines.add(prefix + rest.substring(0, cut).stripTrailing());
            rest = rest.substring(cut).stripLeading();
            prefix = width(indent) + WIDEST_CHARACTER <= columns ? indent : "";
        }
        lines.add(prefix + rest);
        return lines;
    }

    /**
     * Breaks a line into lines that fit the terminal. If it starts with labels that are followed by several spaces, the other lines
     * are indented like the text after them.
     */
    public static List<String> fit(String line, int columns) {
        if (width(line) <= columns) {
            return List.of(line);
        }
        return wrap(line, columns, " ".repeat(hangingIndent(withoutColor(line), columns)));
    }

    private static int hangingIndent(String line, int columns) {
        int indent = leadingSpaces(line);
        int gap = line.lastIndexOf("  ", columns / 2);
        return gap > indent ? gap + 2 : Math.min(indent, columns / 2);
    }

    private static int leadingSpaces(String text) {
        int spaces = 0;
        while (spaces < text.length() && text.charAt(spaces) == ' ') {
            spaces++;
        }
        return spaces;
    }

    /** Returns the number of chars in the first columns, colors included. */
    private static int prefixLength(String text, int columns) {
        Matcher color = COLOR.matcher(text);
        int index = 0;
        int left = columns;
        while (index < text.length()) {
            boolean isFound = color.find(index);
            String piece = text.substring(index, isFound ? color.start() : text.length());
            int length = DisplayWidth.prefix(piece, left);
            if (length < piece.length() || !isFound) {
                return index + length;
            }
            left -= DisplayWidth.of(piece);
            index = color.end();
        }
        return index;
    }
}
