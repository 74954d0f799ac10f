package dev.butlerlabs.core.embedded.resource;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Immutable index of all resource types by path, by kind and by storage key. */
final class CatalogIndex {
    private final List<Resource> all;
    private final Map<GroupVersion, Map<String, Resource>> byPlural = new LinkedHashMap<>();
    private final Map<GroupVersion, Map<String, Resource>> byKind = new LinkedHashMap<>();
    private final Map<String, Resource> byPrefix = new LinkedHashMap<>();

    CatalogIndex(List<Resource> resources) {
        all = List.copyOf(resources);
        for (Resource resource : all) {
            GroupVersion groupVersion = resource.groupVersion();
            byPlural.computeIfAbsent(groupVersion, key -> new LinkedHashMap<>()).put(resource.plural(), resource);
            byKind.computeIfAbsent(groupVersion, key -> new LinkedHashMap<>()).put(resource.kind(), resource);
            boolean stored = resource.verbs().contains(Verb.LIST);
            if (stored && (groupVersion.equals(resource.storage()) || !byPrefix.containsKey(resource.prefix()))) {
                byPrefix.put(resource.prefix(), resource);
            }
        }
    }

    Optional<Resource> find(GroupVersion groupVersion, String plural) {
        return Optional.ofNullable(byPlural.getOrDefault(groupVersion, Map.of()).get(plural));
    }

    Optional<Resource> findKind(GroupVersion groupVersion, String kind) {
        return Optional.ofNullable(byKind.getOrDefault(groupVersion, Map.of()).get(kind));
    }

    Optional<Resource> findKind(String group, String kind) {
        return all.stream()
                .filter(resource ->
                        resource.group().equals(group) && resource.kind().equals(kind))
                .min(Comparator.comparing(resource -> resource.groupVersion().version(), GroupVersion.byMaturity()));
    }

    /** Returns the resource type of a key, which starts with group and plural. */
    Optional<Resource> atKey(String key) {
        int plural = key.indexOf('/', 1);
        int rest = plural < 0 ? -1 : key.indexOf('/', plural + 1);
        return rest < 0 ? Optional.empty() : Optional.ofNullable(byPrefix.get(key.substring(0, rest + 1)));
    }

    boolean serves(GroupVersion groupVersion) {
        return byPlural.containsKey(groupVersion);
    }

    Collection<Resource> all() {
        return all;
    }

    Collection<Resource> stored() {
        return byPrefix.values();
    }
}
