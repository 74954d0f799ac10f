package dev.butlerlabs.core.embedded.selector;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.resource.QualifiedNames;
import dev.butlerlabs.core.embedded.status.ApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Parser of {@code labelSelector}: {@code a=b,c!=d,e in (f,g),h notin (i),j,!k,l>1}. */
public final class LabelSelector {
    private final SelectorTokens tokens;

    private LabelSelector(String text) {
        this.tokens = new SelectorTokens(text);
    }

    public static ObjectSelector parse(String text) {
        if (text.isBlank()) {
            return ObjectSelector.EVERYTHING;
        }
        List<LabelRequirement> requirements = new LabelSelector(text).requirements();
        return object -> matchesAll(requirements, object);
    }

    private static boolean matchesAll(List<LabelRequirement> requirements, KubernetesObject object) {
        Map<String, String> labels = object.labels();
        return requirements.stream().allMatch(requirement -> requirement.matches(labels));
    }

    private List<LabelRequirement> requirements() {
        List<LabelRequirement> requirements = new ArrayList<>();
        do {
            requirements.add(requirement());
        } while (tokens.takeIf(","));
        if (!tokens.atEnd()) {
            throw unexpected("',' or 'end of string'");
        }
        return requirements;
    }

    private LabelRequirement requirement() {
        if (tokens.takeIf("!")) {
            return new LabelRequirement.Absent(key());
        }
        String key = key();
        if (tokens.atEnd() || tokens.peek().equals(",")) {
            return new LabelRequirement.Present(key);
        }
        return switch (tokens.take()) {
            case "=", "==" -> new LabelRequirement.In(key, Set.of(value(key)));
            case "!=" -> new LabelRequirement.NotIn(key, Set.of(value(key)));
            case "in" -> new LabelRequirement.In(key, values(key));
            case "notin" -> new LabelRequirement.NotIn(key, values(key));
            case ">" -> new LabelRequirement.Above(key, number(key));
            case "<" -> new LabelRequirement.Below(key, number(key));
            default -> {
                tokens.back();
                throw unexpected("in, notin, =, ==, !=, gt, lt");
            }
        };
    }

    private String key() {
        if (tokens.atEnd() || SelectorTokens.isSymbol(tokens.peek())) {
            throw unexpected("!, identifier, or 'end of string'");
        }
        String key = tokens.take();
        List<String> faults = QualifiedNames.faults(key);
        if (!faults.isEmpty()) {
            throw ApiException.badRequest(
                    "unable to parse requirement: <nil>: Invalid value: \"" + key + "\": " + String.join("; ", faults));
        }
        return key;
    }

    /** Parses a value, which may be empty: {@code a=}. */
    private String value(String key) {
        String value = tokens.atEnd() || tokens.peek().equals(",") ? "" : tokens.take();
        if (SelectorTokens.isSymbol(value)) {
            tokens.back();
            throw unexpected("identifier");
        }
        return checked(key, value);
    }

    private Set<String> values(String key) {
        if (!tokens.takeIf("(")) {
            throw unexpected("'('");
        }
        Set<String> values = new TreeSet<>();
        do {
            boolean empty =
                    tokens.atEnd() || tokens.peek().equals(",") || tokens.peek().equals(")");
            values.add(empty ? "" : checked(key, tokens.take()));
        } while (tokens.takeIf(","));
        if (!tokens.takeIf(")")) {
            throw unexpected("',', or ')'");
        }
        return values;
    }

    private long number(String key) {
        String value = value(key);
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw ApiException.badRequest("unable to parse requirement: values[0][" + key + "]: Invalid value: \""
                    + value + "\": for 'Gt', 'Lt' operators, the value must be an integer");
        }
    }

    private static String checked(String key, String value) {
        List<String> faults = QualifiedNames.valueFaults(value);
        if (!faults.isEmpty()) {
            throw ApiException.badRequest("unable to parse requirement: values[0][" + key + "]: Invalid value: \""
                    + value + "\": " + String.join("; ", faults));
        }
        return value;
    }

    private ApiException unexpected(String expected) {
        String found = tokens.atEnd() ? "" : tokens.peek();
        return ApiException.badRequest("unable to parse requirement: found '" + found + "', expected: " + expected);
    }
}
