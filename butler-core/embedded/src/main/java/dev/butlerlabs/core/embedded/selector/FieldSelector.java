package dev.butlerlabs.core.embedded.selector;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.status.ApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A parsed {@code fieldSelector}: {@code metadata.name=a,status.phase!=Running}.
 *
 * @param exactName the only name that can match, if the selector specifies one; a list then reads a single key
 */
public record FieldSelector(ObjectSelector selector, Optional<String> exactName) {

    private record Term(String path, String value, boolean equal) {
        boolean matches(KubernetesObject object) {
            return object.at(path).asText("").equals(value) == equal;
        }
    }

    public static FieldSelector parse(String text, ServedResource resource) {
        if (text.isBlank()) {
            return new FieldSelector(ObjectSelector.EVERYTHING, Optional.empty());
        }
        List<Term> terms = new ArrayList<>();
        for (String part : split(text)) {
            if (!part.isEmpty()) {
                terms.add(term(part, resource));
            }
        }
        Optional<String> name = terms.stream()
                .filter(term -> term.equal() && term.path().equals("metadata.name"))
                .map(Term::value)
                .findFirst();
        return new FieldSelector(object -> terms.stream().allMatch(term -> term.matches(object)), name);
    }

    private static Term term(String text, ServedResource resource) {
        int at = operatorAt(text);
        if (at < 0) {
            throw ApiException.badRequest("invalid selector: '" + text + "'; can't understand '" + text + "'");
        }
        boolean equal = text.charAt(at) != '!';
        int length = text.startsWith("==", at) || !equal ? 2 : 1;
        String path = path(text.substring(0, at), resource);
        return new Term(path, unescape(text.substring(at + length)), equal);
    }

    private static String path(String field, ServedResource resource) {
        if (field.equals("metadata.name") || field.equals("metadata.namespace")) {
            return field;
        }
        String path = resource.behaviour().selectable().get(field);
        if (path == null) {
            throw ApiException.badRequest(
                    !resource.isCustom() && resource.behaviour().selectable().isEmpty()
                            ? "\"%s\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\""
                                    .formatted(field)
                            : "field label not supported: " + field);
        }
        return path;
    }

    private static int operatorAt(String text) {
        for (int i = 0; i < text.length(); i++) {
            char symbol = text.charAt(i);
            if (symbol == '\\') {
                i++;
            } else if (symbol == '=' || (symbol == '!' && text.startsWith("!=", i))) {
                return i;
            }
        }
        return -1;
    }

    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char symbol = text.charAt(i);
            if (symbol == '\\' && i + 1 < text.length()) {
                part.append(symbol).append(text.charAt(++i));
            } else if (symbol == ',') {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(symbol);
            }
        }
        parts.add(part.toString());
        return parts;
    }

    private static String unescape(String value) {
        return value.replaceAll("\\\\([\\\\,=])", "$1");
    }
}
