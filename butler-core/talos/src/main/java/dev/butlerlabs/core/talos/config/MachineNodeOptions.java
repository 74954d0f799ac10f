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
public record MachineNodeOptions(
        Optional<String> hostname,
        Map<String, String> labels,
        Map<String, String> annotations,
        Map<String, String> taints,
        List<DataDisk> extraDisks) {
    public static final MachineNodeOptions NONE =
            new MachineNodeOptions(Optional.empty(), Map.of(), Map.of(), Map.of(), List.of());

    public MachineNodeOptions {
        Objects.requireNonNull(hostname, "hostname");
        labels = OrderedMaps.copy(labels);
        annotations = OrderedMaps.copy(annotations);
        taints = OrderedMaps.copy(taints);
        extraDisks = List.copyOf(extraDisks);
    }

    public MachineNodeOptions withHostname(String name) {
        return new MachineNodeOptions(Optional.of(name), labels, annotations, taints, extraDisks);
    }
}
