package dev.butlerlabs.core.addon;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Sorts addons so that each follows its dependencies; otherwise the given order is kept. */
final class AddonOrder {
    private final Map<String, PlatformAddon> byName;
    private final Set<PlatformAddon> placed = new LinkedHashSet<>();

    private AddonOrder(Map<String, PlatformAddon> byName) {
        this.byName = byName;
    }

    static List<PlatformAddon> sorted(Collection<PlatformAddon> addons) {
        AddonOrder order = new AddonOrder(addons.stream()
                .collect(Collectors.toMap(
                        PlatformAddon::name, addon -> addon, (one, other) -> one, LinkedHashMap::new)));
        addons.forEach(addon -> order.place(addon, new LinkedHashSet<>()));
        return new ArrayList<>(order.placed);
    }

    private void place(PlatformAddon addon, SequencedSet<String> path) {
        if (placed.contains(addon)) {
            return;
        }
        if (!path.add(addon.name())) {
            throw new IllegalArgumentException(
                    "circular dependency of addons: %s, %s".formatted(String.join(", ", path), addon.name()));
        }
        for (String name : addon.dependsOn()) {
            PlatformAddon needed = byName.get(name);
            if (needed == null) {
                throw new IllegalArgumentException(
                        "addon %s depends on %s, which does not exist".formatted(addon.name(), name));
            }
            place(needed, path);
        }
        path.remove(addon.name());
        placed.add(addon);
    }
}
