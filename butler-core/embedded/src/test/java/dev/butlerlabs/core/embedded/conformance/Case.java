package dev.butlerlabs.core.embedded.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A sentence about the API and the requests that prove it.
 *
 * @param subject the file it stands in
 * @param files what lies in the directory it runs in, if it runs in one
 * @param needsControllers whether somebody has to delete dependents or empty namespaces behind the scenes
 * @param differsOnEmbedded why the embedded API answers otherwise, if it does on purpose
 */
record Case(
        String subject,
        String name,
        List<JsonNode> steps,
        Map<String, JsonNode> variables,
        Map<String, String> files,
        boolean needsControllers,
        Optional<String> differsOnEmbedded) {

    boolean mentions(String variable) {
        return steps.toString().contains("$" + variable)
                || variables.values().toString().contains("$" + variable);
    }

    @Override
    public String toString() {
        return subject + ": " + name;
    }
}
