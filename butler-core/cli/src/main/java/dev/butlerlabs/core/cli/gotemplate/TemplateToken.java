package dev.butlerlabs.core.cli.gotemplate;

/**
 * A token of a Go template.
 *
 * @param text the token as written; the content of a text outside of actions
 * @param position index in the template
 * @param isAfterSpace whether white space precedes it, which separates arguments from field chains
 */
record TemplateToken(Kind kind, String text, int position, boolean isAfterSpace) {
    enum Kind {
        /** Text outside of actions. */
        TEXT,
        /** The end of an action. */
        CLOSE,
        /** A name of a function or a keyword. */
        WORD,
        /** {@code .name}. */
        FIELD,
        /** A single dot. */
        DOT,
        /** {@code $} or {@code $name}. */
        VARIABLE,
        /** A text in double quotes, back quotes, or a character in single quotes; as written. */
        QUOTED,
        NUMBER,
        /** One of {@code ( ) | , := =}. */
        SYMBOL,
        /** The end of the template. */
        END
    }

    boolean is(Kind other) {
        return kind == other;
    }

    boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    boolean isWord(String word) {
        return kind == Kind.WORD && text.equals(word);
    }
}
