package dev.butlerlabs.sim.local;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;

/** The filters of a list request. */
record DockerFilters(JsonNode filters) {
    static DockerFilters parse(String json) {
        return new DockerFilters(
                json.isEmpty() ? DockerJson.object() : DockerJson.parse(json.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns whether a resource has all labels; the engine takes {@code key} and {@code key=value}. */
    boolean accepts(Map<String, String> labels) {
        return DockerJson.list(filters.path("label")).stream().allMatch(wanted -> {
            int middle = wanted.indexOf('=');
            return middle < 0
                    ? labels.containsKey(wanted)
                    : wanted.substring(middle + 1).equals(labels.get(wanted.substring(0, middle)));
        });
    }

    /** Returns whether a name matches one of the patterns. */
    boolean acceptsName(String name) {
        JsonNode patterns = filters.path("name");
        return patterns.isEmpty()
                || DockerJson.list(patterns).stream()
                        .anyMatch(pattern ->
                                Pattern.compile(pattern).matcher(name).find());
    }
}
