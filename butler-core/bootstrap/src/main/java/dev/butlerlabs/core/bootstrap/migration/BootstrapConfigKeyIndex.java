package dev.butlerlabs.core.bootstrap.migration;

import dev.butlerlabs.core.config.bootstrap.BootstrapSchema;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The keys of a bootstrap file, read from its JSON Schema. */
final class BootstrapConfigKeyIndex {
    private static final String PROPERTIES = "properties";
    private static final String SECTIONS = "providerConfig";

    private final Map<String, Object> schema;
    private final ProviderRegistry providers;

    private BootstrapConfigKeyIndex(Map<String, Object> schema, ProviderRegistry providers) {
        this.schema = schema;
        this.providers = providers;
    }

    static BootstrapConfigKeyIndex of(ProviderRegistry providers) {
        return new BootstrapConfigKeyIndex(BootstrapSchema.tree(Map.of()), providers);
    }

    /**
     * Copies a file with known keys only. Upstream's loader is case-insensitive and ignores unknown keys.
     *
     * @param changes receives the path and the description of each key that was renamed or removed
     */
    Map<String, Object> normalized(Map<?, ?> document, BiConsumer<String, String> changes) {
        return section("", document, properties(schema), changes);
    }

    private Map<String, Object> section(
            String path, Map<?, ?> given, Optional<Map<?, ?>> known, BiConsumer<String, String> changes) {
        Map<String, Object> copy = new LinkedHashMap<>();
        given.forEach((key, value) -> {
            String name = key.toString();
            String full = path.isEmpty() ? name : path + "." + name;
            Optional<String> spelled = known.isEmpty() ? Optional.of(name) : spelled(name, known.get());
            if (spelled.isEmpty()) {
                changes.accept(full, "removed; it is not a known key, and upstream ignores such keys");
                return;
            }
            if (!spelled.get().equals(name)) {
                changes.accept(full, "renamed to " + spelled.get());
            }
            String place = path.isEmpty() ? spelled.get() : path + "." + spelled.get();
            copy.put(spelled.get(), value(place, value, inner(place, known, spelled.get()), changes));
        });
        return copy;
    }

    private Object value(String path, Object value, Optional<Map<?, ?>> known, BiConsumer<String, String> changes) {
        return switch (value) {
            case Map<?, ?> map -> section(path, map, known, changes);
            case List<?> list -> {
                List<Object> copy = new ArrayList<>();
                list.forEach(item -> copy.add(value(path, item, known, changes)));
                yield copy;
            }
            case null -> null;
            default -> value;
        };
    }

    /** Matches keys that differ only in case. */
    private static Optional<String> spelled(String name, Map<?, ?> known) {
        return known.containsKey(name)
                ? Optional.of(name)
                : known.keySet().stream()
                        .map(Object::toString)
                        .filter(name::equalsIgnoreCase)
                        .findFirst();
    }

    private Optional<Map<?, ?>> inner(String path, Optional<Map<?, ?>> known, String name) {
        if (path.startsWith(SECTIONS + ".") && path.indexOf('.') == path.lastIndexOf('.')) {
            return providers.find(name).map(InfrastructureProvider::keys).flatMap(keys -> properties(keys.schema()));
        }
        Object schemaOfKey = known.<Object>map(keys -> keys.get(name)).orElse(null);
        return properties(schemaOfKey).or(() -> items(schemaOfKey));
    }

    private static Optional<Map<?, ?>> properties(Object schema) {
        return schema instanceof Map<?, ?> map && map.get(PROPERTIES) instanceof Map<?, ?> properties
                ? Optional.of(properties)
                : Optional.empty();
    }

    private static Optional<Map<?, ?>> items(Object schema) {
        return schema instanceof Map<?, ?> map ? properties(map.get("items")) : Optional.empty();
    }
}
