package dev.butlerlabs.core.embedded.gc;

/** Substring search in byte arrays. */
final class ByteSearch {
    private ByteSearch() {}

    static boolean contain(byte[] text, byte[] word) {
        for (int i = 0; i <= text.length - word.length; i++) {
            if (text[i] == word[0] && matches(text, i, word)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(byte[] text, int at, byte[] word) {
        for (int i = 1; i < word.length; i++) {
            if (text[at + i] != word[i]) {
                return false;
            }
        }
        return true;
    }
}
