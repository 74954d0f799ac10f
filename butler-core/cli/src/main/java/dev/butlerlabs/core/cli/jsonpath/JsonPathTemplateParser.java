package dev.butlerlabs.core.cli.jsonpath;

import dev.butlerlabs.core.cli.jsonpath.JsonPathTemplate.Block;
import dev.butlerlabs.core.cli.output.QuotedText;
import dev.butlerlabs.core.cli.output.TemplateException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses JSONPath templates. Reports the position and the reason of an error. Use one instance for one template. */
final class JsonPathTemplateParser {
    private static final String TERMINATORS = " \t\r\n.,[]$@{}";
    private static final Pattern KEY = Pattern.compile("'([^']*)'");
    private static final Pattern SLICE = Pattern.compile("(-?\\d*)(?::(-?\\d*))?(?::(-?\\d*))?");
    private static final Pattern COMPARISON = Pattern.compile("([^!<>=]+)([!<>=]+)(.+)", Pattern.DOTALL);

    private final String text;
    /** Added to reported positions: where this text starts in the whole template. */
    private final String whole;

    private final int offset;
    private int position;

    JsonPathTemplateParser(String text) {
        this(text, text, 0);
    }

    private JsonPathTemplateParser(String text, String whole, int offset) {
        this.text = text;
        this.whole = whole;
        this.offset = offset;
    }

    /** Parses text with expressions and ranges. */
    List<Block> template() {
        if (text.indexOf('{') < 0) {
            throw problem(0, "no expression found; put it in braces, such as {.metadata.name}");
        }
        List<Block> blocks = blocks(Optional.empty());
        if (position < text.length()) {
            throw problem(position, "{end} without {range}");
        }
        return blocks;
    }

    /** @param range position of the range that these blocks are in; they end with its {end} */
    private List<Block> blocks(Optional<Integer> range) {
        List<Block> blocks = new ArrayList<>();
        while (position < text.length()) {
            int brace = text.indexOf('{', position);
            if (brace != position) {
                int end = brace < 0 ? text.length() : brace;
                blocks.add(new Block.Text(text.substring(position, end)));
                position = end;
                continue;
            }
            int start = position++;
            skipSpaces();
            if (isKeyword("end")) {
                if (range.isEmpty()) {
                    position = start;
                    return blocks;
                }
                position += "end".length();
                skipSpaces();
                expect('}');
                return blocks;
            }
            if (isKeyword("range")) {
                position += "range".length();
                List<JsonPathNode> nodes = expression(start);
                blocks.add(new Block.Range(nodes, blocks(Optional.of(start))));
            } else {
                blocks.add(new Block.Expression(expression(start)));
            }
        }
        if (range.isPresent()) {
            throw problem(range.get(), "{range} without {end}");
        }
        return blocks;
    }

    private boolean isKeyword(String word) {
        int end = position + word.length();
        return text.startsWith(word, position) && (end >= text.length() || TERMINATORS.indexOf(text.charAt(end)) >= 0);
    }

    /** Parses the rest of an expression up to its closing brace. */
    private List<JsonPathNode> expression(int start) {
        List<JsonPathNode> nodes = new ArrayList<>();
        while (position < text.length()) {
            char next = text.charAt(position);
            if (next == '}') {
                position++;
                return nodes;
            }
            node(nodes, next);
        }
        throw problem(start, "'{' has no closing '}'");
    }

    /** Parses an expression without braces. */
    private List<JsonPathNode> bare() {
        List<JsonPathNode> nodes = new ArrayList<>();
        while (position < text.length()) {
            node(nodes, text.charAt(position));
        }
        return nodes;
    }

    private void node(List<JsonPathNode> nodes, char next) {
        if (text.startsWith("[?(", position)) {
            nodes.add(filter());
        } else if (text.startsWith("..", position)) {
            recursive(nodes);
        } else {
            switch (next) {
                case ' ', '@', '$' -> position++;
                case '[' -> brackets(nodes);
                case '"', '\'' -> nodes.add(new JsonPathNode.Literal(quoted(next)));
                case '.' -> {
                    position++;
                    nodes.add(field());
                }
                default -> nodes.add(word(next));
            }
        }
    }

    private void recursive(List<JsonPathNode> nodes) {
        if (!nodes.isEmpty() && nodes.getLast() instanceof JsonPathNode.Recursive) {
            throw problem(position, "recursive descent (..) cannot be repeated");
        }
        position += 2;
        nodes.add(new JsonPathNode.Recursive());
        if (position < text.length() && isWordCharacter(text.charAt(position))) {
            nodes.add(field());
        }
    }

    private JsonPathNode field() {
        int start = position;
        while (position < text.length() && TERMINATORS.indexOf(text.charAt(position)) < 0) {
            position += text.charAt(position) == '\\' ? 2 : 1;
        }
        position = Math.min(position, text.length());
        String name = text.substring(start, position);
        return name.equals("*") ? new JsonPathNode.Wildcard() : new JsonPathNode.Field(name.replace("\\", ""));
    }

    private JsonPathNode word(char first) {
        int start = position;
        if (first == '+' || first == '-' || Character.isDigit(first)) {
            position++;
            while (position < text.length()
                    && (Character.isDigit(text.charAt(position)) || text.charAt(position) == '.')) {
                position++;
            }
            return new JsonPathNode.Literal(number(start, text.substring(start, position)));
        }
        while (position < text.length() && TERMINATORS.indexOf(text.charAt(position)) < 0) {
            position++;
        }
        String word = text.substring(start, Math.max(position, start + 1));
        if (word.equals("true") || word.equals("false")) {
            return new JsonPathNode.Literal(Boolean.valueOf(word));
        }
        throw problem(
                start,
                isWordCharacter(first)
                        ? "unknown word \"%s\"; a field starts with a dot, such as .%s".formatted(word, word)
                        : "unexpected character '%c'".formatted(first));
    }

    private Number number(int start, String digits) {
        try {
            return digits.contains(".") ? (Number) Double.valueOf(digits) : (Number) Long.valueOf(digits);
        } catch (NumberFormatException e) {
            throw problem(start, "\"%s\" is not a number".formatted(digits));
        }
    }

    private String quoted(char quote) {
        int start = position++;
        while (position < text.length() && (text.charAt(position) != quote || text.charAt(position - 1) == '\\')) {
            position++;
        }
        if (position >= text.length()) {
            throw problem(start, "missing closing %c".formatted(quote));
        }
        position++;
        try {
            return QuotedText.unescape(text.substring(start + 1, position - 1));
        } catch (TemplateException e) {
            throw problem(start, e.getMessage());
        }
    }

    private void brackets(List<JsonPathNode> nodes) {
        int start = position;
        int end = text.indexOf(']', start);
        if (end < 0) {
            throw problem(start, "'[' has no closing ']'");
        }
        String inner = text.substring(start + 1, end);
        position = end + 1;
        String[] parts = inner.split(",", -1);
        if (parts.length > 1) {
            List<List<JsonPathNode>> alternatives = new ArrayList<>();
            int at = start + 1;
            for (String part : parts) {
                List<JsonPathNode> alternative = new ArrayList<>();
                element(alternative, part.strip(), at);
                alternatives.add(alternative);
                at += part.length() + 1;
            }
            nodes.add(new JsonPathNode.Union(alternatives));
        } else {
            element(nodes, inner, start + 1);
        }
    }

    private void element(List<JsonPathNode> nodes, String inner, int at) {
        Matcher key = KEY.matcher(inner);
        if (key.matches()) {
            nodes.addAll(new JsonPathTemplateParser("." + key.group(1), whole, offset + at).bare());
            return;
        }
        Matcher slice = SLICE.matcher(inner.equals("*") ? ":" : inner);
        if (inner.isEmpty() || !slice.matches()) {
            throw problem(
                    at, "\"%s\" is not an index, a range such as 1:3, * or a key in single quotes".formatted(inner));
        }
        OptionalInt step = integer(slice.group(3), at);
        if (step.isPresent() && step.getAsInt() <= 0) {
            throw problem(at, "the step of a range must be greater than 0");
        }
        nodes.add(new JsonPathNode.Slice(
                integer(slice.group(1), at),
                integer(slice.group(2), at),
                step,
                slice.group(2) == null && slice.group(3) == null));
    }

    private OptionalInt integer(String digits, int at) {
        if (digits == null || digits.isEmpty()) {
            return OptionalInt.empty();
        }
        try {
            return OptionalInt.of(Integer.parseInt(digits));
        } catch (NumberFormatException e) {
            throw problem(at, "\"%s\" is not an index".formatted(digits));
        }
    }

    private JsonPathNode filter() {
        int start = position;
        int inside = start + "[?(".length();
        int end = filterEnd(start, inside);
        String inner = text.substring(inside, end);
        position = end + 2;
        Matcher comparison = COMPARISON.matcher(inner);
        if (!comparison.matches()) {
            return new JsonPathNode.Filter(part(inner, inside), "", List.of());
        }
        if (!ValueComparison.OPERATORS.contains(comparison.group(2))) {
            throw problem(
                    inside + comparison.start(2),
                    "unknown operator \"%s\"; use ==, !=, <, <=, > or >=".formatted(comparison.group(2)));
        }
        return new JsonPathNode.Filter(
                part(comparison.group(1), inside),
                comparison.group(2),
                part(comparison.group(3), inside + comparison.start(3)));
    }

    private List<JsonPathNode> part(String expression, int at) {
        return new JsonPathTemplateParser(expression, whole, offset + at).bare();
    }

    /** Returns the position of the parenthesis that closes a filter; those in quotes do not. */
    private int filterEnd(int start, int inside) {
        char quote = 0;
        for (int i = inside; i < text.length(); i++) {
            char character = text.charAt(i);
            if (quote != 0) {
                quote = character == quote && text.charAt(i - 1) != '\\' ? 0 : quote;
            } else if (character == '"' || character == '\'') {
                quote = character;
            } else if (character == ')') {
                if (!text.startsWith(")]", i)) {
                    throw problem(i, "expected )] at the end of the filter");
                }
                return i;
            }
        }
        throw problem(
                start, quote == 0 ? "'[?(' has no closing ')]'" : "missing closing %c in the filter".formatted(quote));
    }

    private void skipSpaces() {
        while (position < text.length() && text.charAt(position) == ' ') {
            position++;
        }
    }

    private void expect(char expected) {
        if (position >= text.length() || text.charAt(position) != expected) {
            throw problem(position, "expected %c".formatted(expected));
        }
        position++;
    }

    private static boolean isWordCharacter(char character) {
        return character == '_' || Character.isLetterOrDigit(character);
    }

    private TemplateException problem(int at, String reason) {
        return TemplateException.at(whole, offset + at, reason);
    }
}
