package dev.butlerlabs.core.embedded.resource;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Immutable index of all resource types by path, by kind and by storage key. */
final class ResourceCatalogIndex {
    private final List<ServedResource> all;
    private final Map<GroupVersion, Map<String, ServedResource>> byPlural = new LinkedHashMap<>();
    private final Map<GroupVersion, Map<String, ServedResource>> byKind = new LinkedHashMap<>();
    private final Map<String, ServedResource> byPrefix = new LinkedHashMap<>();

    ResourceCatalogIndex(List<ServedResource> resources) {
        all = List.copyOf(resources);
        for (ServedResource resource : all) {
            GroupVersion groupVersion = resource.groupVersion();
            byPlural.computeIfAbsent(groupVersion, key -> new LinkedHashMap<>()).put(resource.plural(), resource);
            byKind.computeIfAbsent(groupVersion, key -> new LinkedHashMap<>()).put(resource.kind(), resource);
            boolean stored = resource.verbs().contains(ResourceVerb.LIST);
            if (stored && (groupVersion.equals(resource.storage()) || !byPrefix.containsKey(resource.prefix()))) {
                byPrefix.put(resource.prefix(), resource);
            }
        }
    }

    Optional<ServedResource> find(GroupVersion groupVersion, String plural) {
        return Optional.ofNullable(byPlural.getOrDefault(groupVersion, Map.of()).get(plural));
    }

    Optional<ServedResource> findKind(GroupVersion groupVersion, String kind) {
        return Optional.ofNullable(byKind.getOrDefault(groupVersion, Map.of()).get(kind));
    }

    Optional<ServedResource> findKind(String group, String kind) {
        return all.stream()
                .filter(resource ->
                        resource.group().equals(group) && resource.kind().equals(kind))
                .min(Comparator.comparing(resource -> resource.groupVersion().version(), GroupVersion.byMaturity()));
    }

    /** Returns the resource type of a key, which starts with group and plural. */
    Optional<ServedResource> atKey(String key) {
        int plural = key.indexOf('/', 1);
        int rest = plural < 0 ? -1 : key.indexOf('/', plural + 1);
        return rest < 0 ? Optional.empty() : Optional.ofNullable(byPrefix.get(key.substring(0, rest + 1)));
    }

    boolean serves(GroupVersion groupVersion) {
        return byPlural.containsKey(groupVersion);
    }

    Collection<ServedResource> all() {
        return all;
    }

    Collection<ServedResource> stored() {
        return byPrefix.values();
    }
}
