package dev.butlerlabs.sim.cluster;

import dev.butlerlabs.core.talos.yaml.YamlReader;
import dev.butlerlabs.core.tree.UntypedTree;
import java.util.List;
import java.util.Optional;

/** The documents of a machine configuration. */
record MachineConfigDocuments(List<UntypedTree> all) {
    static MachineConfigDocuments parse(String text) {
        return new MachineConfigDocuments(YamlReader.documents("machine configuration", text).stream()
                .map(UntypedTree::of)
                .toList());
    }

    /** Returns the document without a kind. */
    UntypedTree main() {
        return kind("").orElse(UntypedTree.EMPTY);
    }

    Optional<UntypedTree> kind(String kind) {
        return all.stream()
                .filter(document -> document.anyText("kind").equals(kind))
                .findFirst();
    }
}
