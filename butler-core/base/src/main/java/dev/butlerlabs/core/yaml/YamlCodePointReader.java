package dev.butlerlabs.core.yaml;

import java.io.Reader;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Supplies the library's scanner with the code points of a text, in linear time and by the character rules of YAML 1.2.
 *
 * <p>The library's reader copies the scalar read so far whenever its small buffer is full, which takes quadratic time. Its scanner
 * follows YAML 1.1 in two rules that change the meaning of a text: the Unicode separators end a line, and a question mark ends a scalar
 * in brackets, as in {@code [http://host/path?key=value]}. This reader hides such characters from the scanner: it presents them as
 * numbers beyond Unicode, which the scanner takes for letters, and returns the characters themselves when the scanner takes the text.
 */
final class YamlCodePointReader extends StreamReader {
    private static final int HIDDEN = Character.MAX_CODE_POINT + 1;

    private static final int[] NO_TEXT = {};

    private final int[] points;
    private int pointer;
    private int documentStart;
    private int line;
    private int column;

    /** @throws ReaderException for a character that YAML does not allow */
    YamlCodePointReader(String text) {
        super(Reader.nullReader());
        points = text.codePoints().toArray();
        for (int i = 0; i < points.length; i++) {
            if (!isPrintable(points[i])) {
                throw new ReaderException("text", i, points[i], "special characters are not allowed");
            }
            if (isHidden(i)) {
                points[i] += HIDDEN;
            }
        }
    }

    private boolean isHidden(int index) {
        return switch (points[index]) {
            case 0x85, 0x2028, 0x2029 -> true;
            case '?' -> !isKeyIndicator(index);
            default -> false;
        };
    }

    /** Returns whether a question mark can introduce a key: it is followed by a space, and starts a line or follows an indicator. */
    private boolean isKeyIndicator(int index) {
        if (index + 1 < points.length && " \t\r\n".indexOf(points[index + 1]) < 0) {
            return false;
        }
        int before = index - 1;
        while (before >= 0 && (points[before] == ' ' || points[before] == '\t')) {
            before--;
        }
        String indicators = before == index - 1 ? "\r\n[{," : "\r\n[{,-?:";
        return before < 0 || indicators.indexOf(points[before]) >= 0;
    }

    /** Returns the position without the text around it, which could be a secret and contain hidden characters. */
    @Override
    public Mark getMark() {
        return new Mark("text", pointer, line, column, NO_TEXT, 0);
    }

    @Override
    public void forward() {
        forward(1);
    }

    @Override
    public void forward(int length) {
        for (int i = 0; i < length && pointer < points.length; i++) {
            int point = points[pointer++];
            if (point == '\n' || (point == '\r' && pointer < points.length && points[pointer] != '\n')) {
                line++;
                column = 0;
            } else if (point != 0xFEFF) {
                column++;
            }
        }
    }

    @Override
    public int peek() {
        return peek(0);
    }

    @Override
    public int peek(int index) {
        return pointer + index < points.length ? points[pointer + index] : '\0';
    }

    @Override
    public String prefix(int length) {
        int end = Math.min(points.length, pointer + length);
        StringBuilder text = new StringBuilder(end - pointer);
        for (int i = pointer; i < end; i++) {
            text.appendCodePoint(points[i] % HIDDEN);
        }
        return text.toString();
    }

    /** Moves on within a line: the scanner never takes a line break this way. */
    @Override
    public String prefixForward(int length) {
        String prefix = prefix(length);
        pointer += length;
        column += length;
        return prefix;
    }

    @Override
    public int getColumn() {
        return column;
    }

    @Override
    public int getLine() {
        return line;
    }

    @Override
    public int getIndex() {
        return pointer;
    }

    @Override
    public int getDocumentIndex() {
        return pointer - documentStart;
    }

    @Override
    public void resetDocumentIndex() {
        documentStart = pointer;
    }
}
