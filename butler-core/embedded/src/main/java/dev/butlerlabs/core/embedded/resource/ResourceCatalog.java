package dev.butlerlabs.core.embedded.resource;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** All served resource types: built-in ones and those of the stored CRDs. Thread-safe. */
public final class ResourceCatalog {
    public static final String DEFINITIONS = "customresourcedefinitions";
    /** The finalizer that keeps a CRD until its custom resources are deleted. */
    public static final String CLEANUP_FINALIZER = CrdStrategy.CLEANUP_FINALIZER;

    private static final GroupVersion DEFINITIONS_VERSION = new GroupVersion("apiextensions.k8s.io", "v1");

    private final List<ServedResource> builtin;
    private final Map<String, List<ServedResource>> custom = new ConcurrentHashMap<>();
    private volatile ResourceCatalogIndex index;

    public ResourceCatalog(Clock clock) {
        this.builtin = BuiltinResources.all(new CrdStrategy(clock, this::conflict));
        this.index = new ResourceCatalogIndex(builtin);
    }

    /** Returns the resource of a path such as {@code apis/apps/v1/…/deployments}. */
    public Optional<ServedResource> find(GroupVersion groupVersion, String plural) {
        return index.find(groupVersion, plural);
    }

    public Optional<ServedResource> findKind(GroupVersion groupVersion, String kind) {
        return index.findKind(groupVersion, kind);
    }

    /** Returns a resource type in any served version. */
    public Optional<ServedResource> findKind(String group, String kind) {
        return index.findKind(group, kind);
    }

    public boolean serves(GroupVersion groupVersion) {
        return index.serves(groupVersion);
    }

    /** Whether the group version is built in. */
    public boolean isBuiltin(GroupVersion groupVersion) {
        return builtin.stream().anyMatch(resource -> resource.groupVersion().equals(groupVersion));
    }

    public Collection<ServedResource> all() {
        return index.all();
    }

    /** Returns one resource per stored resource type, regardless of its served versions. */
    public Collection<ServedResource> stored() {
        return index.stored();
    }

    /** Returns the resource type of the object stored at a key. */
    public Optional<ServedResource> atKey(String key) {
        return index.atKey(key);
    }

    public ServedResource definitions() {
        return find(DEFINITIONS_VERSION, DEFINITIONS).orElseThrow();
    }

    public ServedResource namespaces() {
        return find(new GroupVersion("", "v1"), "namespaces").orElseThrow();
    }

    /** Serves the resource types of a CRD from now on. */
    public synchronized void define(KubernetesObject definition) {
        boolean accepted = conflict(definition).isEmpty();
        custom.put(definition.name(), accepted ? CustomResources.of(definition.copy()) : List.of());
        rebuild();
    }

    private Optional<CrdStrategy.NameConflict> conflict(KubernetesObject definition) {
        String group = definition.at("spec.group").asText();
        List<ResourceNames> others = all().stream()
                .filter(resource ->
                        resource.group().equals(group) && !resource.origin().equals(definition.name()))
                .map(ServedResource::names)
                .toList();
        return NameConflicts.find(definition.at("spec.names"), others);
    }

    public synchronized void forget(String definition) {
        custom.remove(definition);
        rebuild();
    }

    public List<ServedResource> definedBy(String definition) {
        return custom.getOrDefault(definition, List.of());
    }

    private void rebuild() {
        List<ServedResource> all = new ArrayList<>(builtin);
        custom.keySet().stream().sorted().forEach(name -> all.addAll(custom.get(name)));
        index = new ResourceCatalogIndex(all);
    }
}
