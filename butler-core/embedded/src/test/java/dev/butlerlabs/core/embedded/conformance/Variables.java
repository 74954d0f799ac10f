package dev.butlerlabs.core.embedded.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values by name; {@code $name} or {@code ${name}} in a case stands for one of them. */
final class Variables {

    private static final Pattern REFERENCE = Pattern.compile("\\$(?:\\{(\\w+)}|([A-Za-z]\\w*))");

    private final Map<String, JsonNode> values;

    Variables(Map<String, JsonNode> values) {
        this.values = new HashMap<>(values);
    }

    void set(String name, JsonNode value) {
        values.put(name, value);
    }

    void set(String name, String value) {
        set(name, TextNode.valueOf(value));
    }

    /** A text that is nothing but one reference becomes the value itself, whatever its type. */
    JsonNode fill(JsonNode node) {
        if (node.isObject()) {
            ObjectNode filled = JsonNodeFactory.instance.objectNode();
            node.properties().forEach(field -> filled.set(field.getKey(), fill(field.getValue())));
            return filled;
        }
        if (node.isArray()) {
            ArrayNode filled = JsonNodeFactory.instance.arrayNode();
            node.forEach(element -> filled.add(fill(element)));
            return filled;
        }
        if (!node.isTextual()) {
            return node;
        }
        Matcher whole = REFERENCE.matcher(node.textValue());
        return whole.matches() ? fill(value(whole)) : TextNode.valueOf(fill(node.textValue()));
    }

    String fill(String text) {
        return REFERENCE
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(fill(value(found)).asText()));
    }

    /** For names of cases, which may speak of variables that have no value yet. */
    String fillKnown(String text) {
        return REFERENCE
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        values.containsKey(name(found)) ? value(found).asText() : found.group()));
    }

    private JsonNode value(MatchResult reference) {
        JsonNode value = values.get(name(reference));
        if (value == null) {
            throw new IllegalArgumentException("no variable " + reference.group());
        }
        return value;
    }

    private static String name(MatchResult reference) {
        return reference.group(1) == null ? reference.group(2) : reference.group(1);
    }
}
