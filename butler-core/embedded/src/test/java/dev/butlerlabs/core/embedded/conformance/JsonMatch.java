package dev.butlerlabs.core.embedded.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares an answer with what a case expects of it. Objects may hold more than expected, lists may not. Words in angle
 * brackets ask for something else than equality:
 *
 * <ul>
 *   <li>{@code <any>} and {@code <absent>}, {@code <not TEXT>}, {@code <greater NUMBER>}, {@code <least NUMBER>}, {@code <contains TEXT>}, {@code <matches REGEX>}
 *   <li>{@code {<has>: [..]}}: a list with an element for each of these; {@code {<lacks>: [..]}}: with none of these
 *   <li>{@code {<size>: n}}: a list or object of n entries; {@code {<only>: {..}}}: an object with exactly these fields
 * </ul>
 */
final class JsonMatch {

    private final List<String> mismatches = new ArrayList<>();

    private JsonMatch() {}

    static List<String> mismatches(String path, JsonNode expected, JsonNode actual) {
        JsonMatch match = new JsonMatch();
        match.compare(path, expected, actual);
        return match.mismatches;
    }

    private void compare(String path, JsonNode expected, JsonNode actual) {
        if (expected.isObject() && isListQuestion(expected)) {
            expected.properties().forEach(field -> ask(path, field.getKey(), field.getValue(), actual));
        } else if (expected.isObject()) {
            compareFields(path, expected, actual);
        } else if (expected.isArray()) {
            compareElements(path, expected, actual);
        } else if (expected.isTextual() && expected.textValue().startsWith("<")) {
            require(holds(expected.textValue(), actual), path, expected, actual);
        } else if (expected.isNumber() && actual.isNumber()) {
            require(expected.decimalValue().compareTo(actual.decimalValue()) == 0, path, expected, actual);
        } else {
            require(expected.equals(actual), path, expected, actual);
        }
    }

    private static boolean isListQuestion(JsonNode expected) {
        return !expected.isEmpty() && expected.fieldNames().next().startsWith("<");
    }

    private void ask(String path, String question, JsonNode expected, JsonNode actual) {
        switch (question) {
            case "<has>" -> expected.forEach(one -> require(anyMatches(one, actual), path + " <has>", one, actual));
            case "<lacks>" ->
                expected.forEach(one -> require(!anyMatches(one, actual), path + " <lacks>", one, actual));
            case "<size>" -> require(actual.size() == expected.asInt(), path + " <size>", expected, actual);
            case "<only>" -> {
                compareFields(path, expected, actual);
                require(actual.size() == expected.size(), path + " <only>", expected, actual);
            }
            default -> throw new IllegalArgumentException("no such question: " + question);
        }
    }

    private static boolean anyMatches(JsonNode expected, JsonNode list) {
        for (JsonNode element : list) {
            if (mismatches("", expected, element).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private void compareFields(String path, JsonNode expected, JsonNode actual) {
        if (require(actual.isObject(), path, expected, actual)) {
            expected.properties()
                    .forEach(field ->
                            compare(path + "." + field.getKey(), field.getValue(), actual.path(field.getKey())));
        }
    }

    private void compareElements(String path, JsonNode expected, JsonNode actual) {
        if (require(actual.isArray() && actual.size() == expected.size(), path, expected, actual)) {
            for (int i = 0; i < expected.size(); i++) {
                compare(path + "[" + i + "]", expected.get(i), actual.get(i));
            }
        }
    }

    private static boolean holds(String question, JsonNode actual) {
        String argument =
                question.contains(" ") ? question.substring(question.indexOf(' ') + 1, question.length() - 1) : "";
        return switch (question.replaceAll("[ >].*", "")) {
            case "<any" ->
                !actual.isMissingNode()
                        && !actual.isNull()
                        && !actual.asText("-").isEmpty();
            case "<absent" -> actual.isMissingNode();
            case "<not" -> !actual.asText().equals(argument);
            case "<greater" -> number(actual).compareTo(new BigInteger(argument)) > 0;
            case "<least" -> number(actual).compareTo(new BigInteger(argument)) >= 0;
            case "<contains" -> actual.asText().contains(argument);
            case "<matches" -> actual.asText().matches("(?s)" + argument);
            default -> throw new IllegalArgumentException("no such question: " + question);
        };
    }

    private static BigInteger number(JsonNode actual) {
        return new BigInteger(actual.asText("-1"));
    }

    private boolean require(boolean fine, String path, JsonNode expected, JsonNode actual) {
        if (!fine) {
            mismatches.add("%s: expected %s but was %s".formatted(path, expected, shortened(actual)));
        }
        return fine;
    }

    private static String shortened(JsonNode actual) {
        String text = actual.isMissingNode() ? "absent" : actual.toString();
        return text.length() > 1500 ? text.substring(0, 1500) + "…" : text;
    }
}
