package dev.butlerlabs.core.cli.gotemplate;

import dev.butlerlabs.core.cli.gotemplate.TemplateToken.Kind;
import dev.butlerlabs.core.cli.output.TemplateException;
import java.util.ArrayList;
import java.util.List;

/** Splits a Go template into tokens. A minus next to a delimiter trims the white space outside. Use one instance for one template. */
final class TemplateLexer {
    private static final String SPACE = " \t\r\n";

    private final String template;
    private final List<TemplateToken> tokens = new ArrayList<>();
    private int position;

    TemplateLexer(String template) {
        this.template = template;
    }

    List<TemplateToken> tokens() {
        boolean trimsStart = false;
        while (true) {
            int open = template.indexOf("{{", position);
            text(position, open < 0 ? template.length() : open, trimsStart, open >= 0 && isTrim(open + 2));
            if (open < 0) {
                tokens.add(new TemplateToken(Kind.END, "", template.length(), false));
                return List.copyOf(tokens);
            }
            position = open + 2 + (isTrim(open + 2) ? 1 : 0);
            trimsStart = action(open);
        }
    }

    /** Returns whether a minus that trims follows an opening delimiter. */
    private boolean isTrim(int at) {
        return at + 1 < template.length() && template.charAt(at) == '-' && SPACE.indexOf(template.charAt(at + 1)) >= 0;
    }

    private void text(int start, int end, boolean trimsStart, boolean trimsEnd) {
        int from = start;
        int to = end;
        while (trimsStart && from < to && SPACE.indexOf(template.charAt(from)) >= 0) {
            from++;
        }
        while (trimsEnd && to > from && SPACE.indexOf(template.charAt(to - 1)) >= 0) {
            to--;
        }
        if (to > from) {
            tokens.add(new TemplateToken(Kind.TEXT, template.substring(from, to), from, false));
        }
    }

    /** Reads an action; returns whether it trims the text that follows. */
    private boolean action(int open) {
        if (isComment()) {
            return comment(open);
        }
        while (true) {
            boolean isAfterSpace = skipSpace();
            if (position >= template.length()) {
                throw problem(open, "'{{' has no closing '}}'");
            }
            if (isAfterSpace && template.startsWith("-}}", position)) {
                tokens.add(new TemplateToken(Kind.CLOSE, "}}", position, true));
                position += 3;
                return true;
            }
            if (template.startsWith("}}", position)) {
                tokens.add(new TemplateToken(Kind.CLOSE, "}}", position, isAfterSpace));
                position += 2;
                return false;
            }
            token(isAfterSpace);
        }
    }

    private boolean isComment() {
        int at = position;
        while (at < template.length() && SPACE.indexOf(template.charAt(at)) >= 0) {
            at++;
        }
        return template.startsWith("/*", at);
    }

    private boolean comment(int open) {
        int end = template.indexOf("*/", position);
        if (end < 0) {
            throw problem(open, "missing */ at the end of the comment");
        }
        position = end + 2;
        boolean isAfterSpace = skipSpace();
        boolean trims = isAfterSpace && template.startsWith("-}}", position);
        if (!trims && !template.startsWith("}}", position)) {
            throw problem(position, "expected }} after the comment");
        }
        position += trims ? 3 : 2;
        return trims;
    }

    private boolean skipSpace() {
        int start = position;
        while (position < template.length() && SPACE.indexOf(template.charAt(position)) >= 0) {
            position++;
        }
        return position > start;
    }

    private void token(boolean isAfterSpace) {
        int start = position;
        char first = template.charAt(start);
        Kind kind;
        if (first == '"' || first == '`' || first == '\'') {
            kind = Kind.QUOTED;
            quoted(first);
        } else if (first == '$') {
            kind = Kind.VARIABLE;
            position++;
            word();
        } else if (first == '.') {
            position++;
            kind = position < template.length() && Character.isDigit(template.charAt(position))
                    ? Kind.NUMBER
                    : Kind.FIELD;
            word();
            kind = position == start + 1 ? Kind.DOT : kind;
        } else if (isSign(first) || Character.isDigit(first)) {
            kind = Kind.NUMBER;
            position++;
            number();
        } else if (Character.isLetter(first) || first == '_') {
            kind = Kind.WORD;
            word();
        } else {
            kind = Kind.SYMBOL;
            symbol(first);
        }
        tokens.add(new TemplateToken(kind, template.substring(start, position), start, isAfterSpace));
    }

    private boolean isSign(char first) {
        return (first == '-' || first == '+')
                && position + 1 < template.length()
                && Character.isDigit(template.charAt(position + 1));
    }

    private void word() {
        while (position < template.length()
                && (Character.isLetterOrDigit(template.charAt(position)) || template.charAt(position) == '_')) {
            position++;
        }
    }

    private void number() {
        while (position < template.length() && isOfNumber(template.charAt(position))) {
            position++;
        }
    }

    private boolean isOfNumber(char character) {
        boolean isExponentSign =
                (character == '+' || character == '-') && "eE".indexOf(template.charAt(position - 1)) >= 0;
        return Character.isLetterOrDigit(character) || character == '.' || character == '_' || isExponentSign;
    }

    private void quoted(char quote) {
        int start = position++;
        while (position < template.length() && template.charAt(position) != quote) {
            position += template.charAt(position) == '\\' && quote != '`' ? 2 : 1;
        }
        if (position >= template.length()) {
            throw problem(start, "missing closing %c".formatted(quote));
        }
        position++;
    }

    private void symbol(char first) {
        if (template.startsWith(":=", position)) {
            position += 2;
        } else if ("()|,=".indexOf(first) >= 0) {
            position++;
        } else {
            throw problem(position, "unexpected character '%c'".formatted(first));
        }
    }

    private TemplateException problem(int at, String reason) {
        return TemplateException.at(template, at, reason);
    }
}
