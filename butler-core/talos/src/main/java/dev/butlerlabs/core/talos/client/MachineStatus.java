package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlValueConverter;
import java.util.List;
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
        UntypedTree tree = UntypedTree.of(YamlValueConverter.of(
                YamlParser.parse(yaml, YamlLimits.GENERATED).getFirst()));
        List<String> unmet = tree.items("status.unmetConditions").stream()
                .map(item -> item.anyText("name") + ": " + item.anyText("reason"))
                .toList();
        return new MachineStatus(MachineStage.parse(tree.anyText("stage")), tree.isTrue("status.ready"), unmet);
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
