package dev.butlerlabs.core.embedded.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** What a step expects of its answer: the status, the reason, and whatever else the step names. */
final class Expectation {

    private Expectation() {}

    static List<String> mismatches(JsonNode step, Answer answer) {
        List<String> mismatches = new ArrayList<>();
        compareStatus(step, answer, mismatches);
        step.path("headers")
                .properties()
                .forEach(header -> mismatches.addAll(JsonMatch.mismatches(
                        header.getKey(),
                        header.getValue(),
                        Texts.node(answer.headers().firstValue(header.getKey())))));
        if (step.has("message")) {
            contains("message", answer.body().path("message").asText(), step.get("message"), mismatches);
        }
        if (step.has("text")) {
            contains("text", answer.text(), step.get("text"), mismatches);
        }
        if (step.has("causes")) {
            JsonNode causes = answer.body().path("details").path("causes");
            mismatches.addAll(JsonMatch.mismatches("causes", step.get("causes"), causes));
        }
        if (step.has("warnings")) {
            JsonNode warnings = Texts.list(answer.headers().allValues("warning"));
            mismatches.addAll(JsonMatch.mismatches("warnings", step.get("warnings"), warnings));
        }
        if (step.has("names")) {
            List<String> names = Yaml.elements(answer.body().path("items")).stream()
                    .map(item -> item.at("/metadata/name").asText())
                    .toList();
            mismatches.addAll(JsonMatch.mismatches("names", step.get("names"), Texts.list(names)));
        }
        if (step.has("body")) {
            mismatches.addAll(JsonMatch.mismatches("body", step.get("body"), answer.body()));
        }
        return mismatches;
    }

    private static void compareStatus(JsonNode step, Answer answer, List<String> mismatches) {
        if (!step.has("expect")) {
            if (answer.status() / 100 != 2) {
                mismatches.add("expected success but was " + answer.status());
            }
            return;
        }
        String expected = step.get("expect").asText();
        String actual = String.valueOf(answer.status());
        if (expected.contains(" ")) {
            actual += " " + answer.body().path("reason").asText("without reason");
        }
        if (!actual.equals(expected)) {
            mismatches.add("expected " + expected + " but was " + actual);
        }
    }

    private static void contains(String what, String actual, JsonNode expected, List<String> mismatches) {
        if (!actual.contains(expected.asText())) {
            mismatches.add("%s: expected to contain '%s' but was '%s'".formatted(what, expected.asText(), actual));
        }
    }
}
