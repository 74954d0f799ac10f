package dev.butlerlabs.sim.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The documents of a machine configuration. */
record Documents(List<Tree> all) {
    static Documents parse(String text) {
        List<Tree> all = new ArrayList<>();
        new Load(LoadSettings.builder().build()).loadAllFromString(text).forEach(value -> all.add(Tree.of(value)));
        return new Documents(all);
    }

    /** Returns the document without a kind. */
    Tree main() {
        return all.stream()
                .filter(document -> document.text("kind").isEmpty())
                .findFirst()
                .orElse(Tree.EMPTY);
    }

    Optional<Tree> kind(String kind) {
        return all.stream()
                .filter(document -> document.text("kind").equals(kind))
                .findFirst();
    }
}
