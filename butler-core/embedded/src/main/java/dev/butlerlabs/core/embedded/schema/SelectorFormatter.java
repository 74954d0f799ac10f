package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Formats label selectors in one line. */
public final class SelectorFormatter {
    private SelectorFormatter() {}

    static String describe(JsonNode selector) {
        if (!selector.isObject()) {
            return "<none>";
        }
        List<Term> terms = new ArrayList<>();
        selector.path("matchLabels")
                .properties()
                .forEach(label -> terms.add(new Term(
                        label.getKey(), label.getKey() + "=" + label.getValue().asText())));
        selector.path("matchExpressions")
                .forEach(expression -> terms.add(new Term(expression.path("key").asText(), term(expression))));
        String text = terms.stream()
                .sorted(Comparator.comparing(Term::key))
                .map(Term::text)
                .collect(Collectors.joining(","));
        return text.isEmpty() ? "<none>" : text;
    }

    /** Returns a selector as the query parameter {@code labelSelector}; empty selects everything. */
    public static String expression(JsonNode selector) {
        String text = describe(selector);
        return text.equals("<none>") ? "" : text;
    }

    private record Term(String key, String text) {}

    private static String term(JsonNode expression) {
        String key = expression.path("key").asText();
        TreeSet<String> values = new TreeSet<>();
        expression.path("values").forEach(value -> values.add(value.asText()));
        String listed = "(" + String.join(",", values) + ")";
        return switch (expression.path("operator").asText()) {
            case "In" -> key + " in " + listed;
            case "NotIn" -> key + " notin " + listed;
            case "DoesNotExist" -> "!" + key;
            default -> key;
        };
    }
}
