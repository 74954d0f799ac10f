package dev.butlerlabs.sim.factory;

import dev.butlerlabs.core.talos.image.Schematic;
import dev.butlerlabs.core.tree.UntypedTree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The schematics of a factory. The one without customization always exists. Thread-safe. */
final class SchematicStore {
    private final Map<String, Schematic> schematics = new ConcurrentHashMap<>();

    SchematicStore() {
        store(Schematic.plain());
    }

    /** @throws dev.butlerlabs.core.error.ButlerException if it has unknown fields */
    Schematic add(String yaml) {
        return store(Schematic.parse("schematic", yaml.isBlank() ? "{}" : yaml));
    }

    private Schematic store(Schematic schematic) {
        schematics.put(schematic.id(), schematic);
        return schematic;
    }

    Optional<Schematic> find(String id) {
        return Optional.ofNullable(schematics.get(id));
    }

    static List<String> extensions(Schematic schematic) {
        return UntypedTree.of(schematic.document())
                .find("customization.systemExtensions.officialExtensions")
                .map(value -> value instanceof List<?> list
                        ? list.stream().map(String::valueOf).toList()
                        : List.<String>of())
                .orElse(List.of());
    }
}
