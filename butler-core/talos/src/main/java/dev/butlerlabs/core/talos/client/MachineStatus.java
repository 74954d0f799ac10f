package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlValueConverter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The status that a machine reports.
 *
 * @param unmet unmet conditions, each with name and reason
 */
public record MachineStatus(MachineStage stage, boolean ready, List<String> unmet) {
    public MachineStatus {
        Objects.requireNonNull(stage, "stage");
        unmet = List.copyOf(unmet);
    }

    static MachineStatus parse(String yaml) {
        Map<?, ?> tree = map(YamlValueConverter.of(
                YamlParser.parse(yaml, YamlLimits.GENERATED).getFirst()));
        Map<?, ?> status = map(tree.get("status"));
        List<String> unmet = new ArrayList<>();
        if (status.get("unmetConditions") instanceof List<?> list) {
            list.forEach(
                    item -> unmet.add(map(item).get("name") + ": " + map(item).get("reason")));
        }
        return new MachineStatus(
                MachineStage.parse(String.valueOf(tree.get("stage"))), Boolean.TRUE.equals(status.get("ready")), unmet);
    }

    private static Map<?, ?> map(Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    /** Returns text such as {@code booting, not ready: time: not in sync}. */
    @Override
    public String toString() {
        if (ready) {
            return stage + ", ready";
        }
        return stage + (unmet.isEmpty() ? ", not ready" : ", not ready: " + String.join("; ", unmet));
    }
}
