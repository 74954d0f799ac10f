package dev.butlerlabs.core.talos.config;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The options of a single machine.
 *
 * @param hostname determined by the machine if absent
 * @param taints by key; values are {@code Effect} or {@code value:Effect}
 */
public record NodeOptions(
        Optional<String> hostname,
        Map<String, String> labels,
        Map<String, String> annotations,
        Map<String, String> taints,
        List<ExtraDisk> extraDisks) {
    public static final NodeOptions NONE = new NodeOptions(Optional.empty(), Map.of(), Map.of(), Map.of(), List.of());

    public NodeOptions {
        Objects.requireNonNull(hostname, "hostname");
        labels = Ordered.copy(labels);
        annotations = Ordered.copy(annotations);
        taints = Ordered.copy(taints);
        extraDisks = List.copyOf(extraDisks);
    }

    public NodeOptions withHostname(String name) {
        return new NodeOptions(Optional.of(name), labels, annotations, taints, extraDisks);
    }
}
