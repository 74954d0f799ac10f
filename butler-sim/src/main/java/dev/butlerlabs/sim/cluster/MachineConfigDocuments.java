package dev.butlerlabs.sim.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The documents of a machine configuration. */
record MachineConfigDocuments(List<YamlMapReader> all) {
    static MachineConfigDocuments parse(String text) {
        List<YamlMapReader> all = new ArrayList<>();
        new Load(LoadSettings.builder().build())
                .loadAllFromString(text)
                .forEach(value -> all.add(YamlMapReader.of(value)));
        return new MachineConfigDocuments(all);
    }

    /** Returns the document without a kind. */
    YamlMapReader main() {
        return all.stream()
                .filter(document -> document.text("kind").isEmpty())
                .findFirst()
                .orElse(YamlMapReader.EMPTY);
    }

    Optional<YamlMapReader> kind(String kind) {
        return all.stream()
                .filter(document -> document.text("kind").equals(kind))
                .findFirst();
    }
}
