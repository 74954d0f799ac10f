package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.butlerlabs.core.embedded.schema.JsonPath.Step;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Parser of {@link JsonPath}. */
final class JsonPathParser {
    private final String text;
    private int position;

    JsonPathParser(String text) {
        this.text = text;
    }

    /**
     * Parses the text.
     *
     * @throws IllegalArgumentException if the text is not a valid path
     */
    JsonPath parse() {
        List<Step> steps = new ArrayList<>();
        while (position < text.length()) {
            step(steps);
        }
        return new JsonPath(steps);
    }

    private void step(List<Step> steps) {
        char next = text.charAt(position);
        if (text.startsWith("..", position)) {
            position += 1;
            steps.add(new JsonPath.Descent());
        } else if (next == '.') {
            position++;
            if (position < text.length() && text.charAt(position) != '[') {
                steps.add(named(name()));
            }
        } else if (next == '[') {
            steps.add(bracket());
        } else if (position == 0 && (next == '@' || next == '$')) {
            position++;
        } else if (position == 0) {
            steps.add(named(name()));
        } else {
            throw unreadable();
        }
    }

    private static Step named(String name) {
        return name.equals("*") ? new JsonPath.Wildcard() : new JsonPath.Field(name);
    }

    /** Parses a name up to the next dot or bracket; a backslash escapes the next character. */
    private String name() {
        StringBuilder name = new StringBuilder();
        while (position < text.length() && ".[]()=!<> ".indexOf(text.charAt(position)) < 0) {
            if (text.charAt(position) == '\\' && position + 1 < text.length()) {
                position++;
            }
            name.append(text.charAt(position++));
        }
        if (name.isEmpty()) {
            throw unreadable();
        }
        return name.toString();
    }

    private Step bracket() {
        int end = closing();
        String inside = text.substring(position + 1, end).strip();
        position = end + 1;
        if (inside.equals("*")) {
            return new JsonPath.Wildcard();
        }
        if (inside.startsWith("?(") && inside.endsWith(")")) {
            return filter(inside.substring(2, inside.length() - 1));
        }
        if (inside.startsWith("'") || inside.startsWith("\"")) {
            return names(inside);
        }
        return inside.contains(":") ? slice(inside) : new JsonPath.Index(number(inside));
    }

    private int closing() {
        char quote = 0;
        int depth = 0;
        for (int place = position; place < text.length(); place++) {
            char here = text.charAt(place);
            if (quote != 0) {
                quote = here == quote ? 0 : quote;
            } else if (here == '\'' || here == '"') {
                quote = here;
            } else if (here == '[') {
                depth++;
            } else if (here == ']' && --depth == 0) {
                return place;
            }
        }
        throw unreadable();
    }

    private static Step names(String inside) {
        List<String> names = new ArrayList<>();
        StringBuilder name = new StringBuilder();
        char quote = 0;
        for (int place = 0; place < inside.length(); place++) {
            char here = inside.charAt(place);
            if (quote == 0) {
                quote = here == '\'' || here == '"' ? here : 0;
            } else if (here == quote) {
                names.add(name.toString());
                name.setLength(0);
                quote = 0;
            } else if (here == '\\' && place + 1 < inside.length()) {
                name.append(inside.charAt(++place));
            } else {
                name.append(here);
            }
        }
        return new JsonPath.Fields(names);
    }

    private Step slice(String inside) {
        String[] parts = inside.split(":", -1);
        int from = parts[0].isBlank() ? 0 : number(parts[0]);
        int to = parts[1].isBlank() ? Integer.MAX_VALUE : number(parts[1]);
        int step = parts.length < 3 || parts[2].isBlank() ? 1 : number(parts[2]);
        if (step < 1) {
            throw unreadable();
        }
        return new JsonPath.Slice(from, to, step);
    }

    private int number(String digits) {
        try {
            return Integer.parseInt(digits.strip());
        } catch (NumberFormatException other) {
            throw unreadable();
        }
    }

    private static Step filter(String condition) {
        for (String operator : List.of("==", "!=", "<=", ">=", "<", ">")) {
            int place = condition.indexOf(operator);
            if (place > 0) {
                JsonPath left = JsonPath.parse(condition.substring(0, place).strip());
                JsonNode right =
                        literal(condition.substring(place + operator.length()).strip());
                return new JsonPath.Filter(left, operator, right);
            }
        }
        return new JsonPath.Filter(JsonPath.parse(condition.strip()), "", NullNode.getInstance());
    }

    private static JsonNode literal(String text) {
        if (text.length() > 1 && (text.startsWith("\"") || text.startsWith("'"))) {
            return TextNode.valueOf(text.substring(1, text.length() - 1));
        }
        if (text.equals("true") || text.equals("false")) {
            return BooleanNode.valueOf(Boolean.parseBoolean(text));
        }
        return DecimalNode.valueOf(new BigDecimal(text));
    }

    private IllegalArgumentException unreadable() {
        return new IllegalArgumentException("not a JSONPath: " + text);
    }
}
