package dev.butlerlabs.core.docker;

import java.util.List;
import java.util.Map;

/** Converts labels to filters of list requests. */
final class DockerLabels {
    private DockerLabels() {}

    static List<String> filter(Map<String, String> labels) {
        return labels.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .sorted()
                .toList();
    }
}
