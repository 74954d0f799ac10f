package dev.butlerlabs.sim.nutanix;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A list request.
 *
 * @param name pattern that names must match entirely; empty for all
 */
record ListRequest(String kind, Optional<Pattern> name, int offset, int length) {
    private static final Set<String> FIELDS =
            Set.of("kind", "filter", "offset", "length", "sort_order", "sort_attribute");
    private static final int LONGEST = 500;
    private static final int USUAL = 20;

    static ListRequest of(String kind, ObjectNode body) {
        body.fieldNames().forEachRemaining(field -> {
            if (!FIELDS.contains(field)) {
                throw PrismException.invalid("Unknown field " + field + ".");
            }
        });
        if (!kind.equals(body.path("kind").asText(kind))) {
            throw PrismException.invalid("Expected a list request of kind " + kind + ".");
        }
        int length = body.path("length").asInt(USUAL);
        int offset = body.path("offset").asInt(0);
        if (length < 1 || length > LONGEST || offset < 0) {
            throw PrismException.invalid("length must be between 1 and 500, offset must not be negative.");
        }
        return new ListRequest(kind, filter(kind, body.path("filter").asText("")), offset, length);
    }

    /** Parses the filter. Only filters by name are supported; the value is a regular expression. */
    private static Optional<Pattern> filter(String kind, String text) {
        if (text.isBlank()) {
            return Optional.empty();
        }
        String attribute = kind.equals("vm") ? "vm_name" : "name";
        String[] sides = text.split("==", 2);
        if (sides.length != 2 || !sides[0].equals(attribute) || kind.equals("cluster")) {
            throw PrismException.invalid("The filter is not supported.");
        }
        try {
            return Optional.of(Pattern.compile(sides[1]));
        } catch (PatternSyntaxException _) {
            throw PrismException.invalid("The filter is not valid.");
        }
    }

    boolean wants(String candidate) {
        return name.map(pattern -> pattern.matcher(candidate).matches()).orElse(true);
    }

    ObjectNode answer(List<ObjectNode> matches) {
        List<ObjectNode> page = matches.stream().skip(offset).limit(length).toList();
        ObjectNode answer = JsonTrees.object().put("api_version", "3.1");
        answer.putObject("metadata")
                .put("kind", kind)
                .put("total_matches", matches.size())
                .put("offset", offset)
                .put("length", page.size());
        answer.putArray("entities").addAll(page);
        return answer;
    }
}
