package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A filter of a list request: comparisons joined by AND, or one regular expression with {@code eq} or {@code ne}. */
final class GcpFilter {
    private static final Pattern COMPARISON = Pattern.compile(
            "\\(?\\s*(?<field>[A-Za-z][A-Za-z0-9_.-]*?)\\s*(?<operator>!=|=|:|\\s+eq\\s+|\\s+ne\\s+)\\s*(?<value>\"[^\"]*\"|[^\\s\"()]+)\\s*\\)?");

    private final List<Predicate<JsonNode>> conditions = new ArrayList<>();
    private final Optional<String> text;

    private GcpFilter(Optional<String> text) {
        this.text = text.filter(filter -> !filter.isBlank());
        this.text.ifPresent(this::parse);
    }

    static GcpFilter of(Optional<String> text) {
        return new GcpFilter(text);
    }

    private void parse(String filter) {
        boolean regular = false;
        for (String part : filter.strip().split("\\s+AND\\s+", -1)) {
            Matcher form = COMPARISON.matcher(part.strip());
            if (!form.matches()) {
                throw GcpApiError.invalid(
                        "Invalid value for field 'filter': '%s'. Invalid list filter expression.".formatted(filter));
            }
            String operator = form.group("operator").strip();
            regular |= operator.equals("eq") || operator.equals("ne");
            String value = form.group("value").replaceAll("^\"|\"$", "");
            conditions.add(condition(form.group("field"), operator, value));
        }
        if (regular && conditions.size() > 1) {
            throw GcpApiError.invalid(
                    "Invalid value for field 'filter': '%s'. Invalid list filter expression.".formatted(filter));
        }
    }

    private static Predicate<JsonNode> condition(String field, String operator, String value) {
        return switch (operator) {
            case "=" -> json -> text(json, field).equals(value);
            case "!=" -> json -> !text(json, field).equals(value);
            case ":" ->
                json -> value.equals("*")
                        ? !text(json, field).isEmpty()
                        : text(json, field).contains(value);
            case "eq" -> {
                Pattern pattern = pattern(value);
                yield json -> pattern.matcher(text(json, field)).matches();
            }
            default -> {
                Pattern pattern = pattern(value);
                yield json -> !pattern.matcher(text(json, field)).matches();
            }
        };
    }

    private static Pattern pattern(String value) {
        try {
            return Pattern.compile(value);
        } catch (PatternSyntaxException _) {
            throw GcpApiError.invalidValue("filter", value);
        }
    }

    /** Label keys contain no dots, so each dot separates fields. */
    private static String text(JsonNode json, String field) {
        JsonNode node = json;
        for (String name : field.split("\\.", -1)) {
            node = node.path(name);
        }
        return node.asText("");
    }

    boolean matches(JsonNode json) {
        return conditions.stream().allMatch(condition -> condition.test(json));
    }

    /** Returns the name that the filter is about: the last value without its path. */
    String about() {
        return text.map(filter -> filter.replaceAll("[\")]+$", "").replaceFirst("^.*[\"/\\s=]", ""))
                .orElse("");
    }
}
