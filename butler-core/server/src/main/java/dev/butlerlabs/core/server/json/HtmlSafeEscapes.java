package dev.butlerlabs.core.server.json;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;

/** Escapes the characters that have a meaning in HTML, so that JSON is harmless even where a browser guesses its type. */
final class HtmlSafeEscapes extends CharacterEscapes {
    static final HtmlSafeEscapes INSTANCE = new HtmlSafeEscapes();

    private static final long serialVersionUID = 1L;

    private final int[] ascii;

    private HtmlSafeEscapes() {
        ascii = standardAsciiEscapesForJSON();
        for (char character : "<>&'".toCharArray()) {
            ascii[character] = ESCAPE_STANDARD;
        }
    }

    @Override
    public int[] getEscapeCodesForAscii() {
        return ascii.clone();
    }

    @Override
    public SerializableString getEscapeSequence(int character) {
        return new SerializedString("\\u%04x".formatted(character));
    }
}
